import { shapeSize, withShapeSize } from '../../../core/contact/shape-size.ts';
import type { MadeShape, PropData } from '../../../core/document/project-data.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { formProp } from '../../state/props/edit-props.ts';
import { MEASURES } from '../../tools/geometry/size-handles.ts';
import { LengthInput } from '../widgets/length-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { useServices } from '../window-context.tsx';

const SMALLEST = 0.001;
const LARGEST = 100;

/** How large a thing is; of one from a file, how its lengths are multiplied. */
export function ShapeFields({ prop }: { prop: PropData }) {
  const { studio } = useServices();
  const { form } = prop;
  if (form.kind === 'file')
    return (
      <NumberInput
        label="Scale"
        hint={`What lengths in ${form.fileName} are multiplied by`}
        value={form.scale}
        min={SMALLEST}
        max={1000}
        decimals={3}
        onCommit={(scale) => formProp(studio, prop, { ...form, scale })}
      />
    );
  const size = shapeSize(form);
  const resize = (axis: number, metres: number): void =>
    formProp(
      studio,
      prop,
      withShapeSize(form, size.map((side, i) => (i === axis ? metres : side)) as unknown as Vec3) as MadeShape,
    );
  return (
    <>
      {MEASURES.map((side, axis) =>
        form.kind === 'plane' && side === 'Height' ? null : (
          <LengthInput
            key={side}
            label={side}
            hint={`${side} of the prop`}
            value={size[axis]!}
            min={SMALLEST}
            max={LARGEST}
            onCommit={(metres) => resize(axis, metres)}
          />
        ),
      )}
      {form.kind === 'chair' && (
        <LengthInput
          label="Arm rests"
          hint="How far arm rests rise above the seat; 0: none"
          value={form.armHeight ?? 0}
          min={0}
          max={LARGEST}
          onCommit={(metres) => formProp(studio, prop, withArmRests(form, metres))}
        />
      )}
      {form.kind === 'stairs' && (
        <NumberInput
          label="Steps"
          hint="How many steps the stairs have"
          value={form.steps}
          min={1}
          max={200}
          decimals={0}
          onCommit={(steps) => formProp(studio, prop, { ...form, steps })}
        />
      )}
    </>
  );
}

/** A chair whose arm rests rise by so many metres; 0: one without. */
function withArmRests(form: Extract<MadeShape, { readonly kind: 'chair' }>, metres: number): MadeShape {
  const { armHeight: _, ...chair } = form;
  return metres < SMALLEST ? chair : { ...chair, armHeight: metres };
}
