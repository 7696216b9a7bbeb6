import { UP_AXES } from '../../../core/formats/text/up-axes.ts';
import { readAs } from '../../state/documents/show-character.ts';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** Which axis of the character's file points up: it is opened again with another one. */
export function UpInFile({ onClose }: { readonly onClose: () => void }) {
  const { studio } = useServices();
  const lay = useStudio((state) => state.document?.character.scene.lay);
  const axes = UP_AXES.map((axis) => ({ value: axis as string, label: axis.toUpperCase().replace('-', '−') }));
  return (
    <Choice
      label="Up in its file"
      hint="The axis along which the body is to stand; its file is kept"
      value={lay ?? 'y'}
      options={lay === 'rest' ? [{ value: lay, label: 'Y, the hips set upright' }, ...axes] : axes}
      onChange={(value) => {
        const axis = UP_AXES.find((each) => each === value);
        if (!axis) return;
        onClose();
        void readAs(studio, { axis });
      }}
    />
  );
}
