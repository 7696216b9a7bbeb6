import { sizeQuestion, type SizeReading } from '../../core/humanoid/rigging/size-question.ts';
import type { StudioState } from '../state/studio.ts';
import { chooseCharacter, chooseProject } from '../state/documents/open-path.ts';
import { takeOverWork } from '../state/documents/start-up.ts';
import { newDocument, readAs } from '../state/documents/show-character.ts';
import { lastPart } from '../state/window/choose-file.ts';
import { exportAgain, lastExportOf } from '../state/saving/exporting.ts';
import { openSample } from '../state/documents/sample.ts';
import { save, saveAs } from '../state/saving/saving.ts';
import { openDialog } from '../state/session.ts';
import { chooseMotion, showOwnMotions } from '../state/motions/motion.ts';
import { always, inCategory, when } from './command.ts';
import { hasKeys } from './conditions.ts';
import { inUnits } from '../state/window/units.ts';

function likeliestReading(document: StudioState['document']): SizeReading | undefined {
  return document ? sizeQuestion(document.rig.report.height)?.readings[0] : undefined;
}

export const FILE_COMMANDS = inCategory('File', [
  {
    id: 'file.new',
    label: 'New with the mannequin',
    group: 'Open',
    shortcuts: ['Mod+Alt+N'],
    enabled: always,
    run: ({ studio }) => newDocument(studio),
  },
  {
    id: 'file.openSample',
    label: 'Open sample',
    group: 'Open',
    enabled: always,
    run: ({ studio }) => openSample(studio),
  },
  {
    id: 'file.openCharacter',
    label: 'Open character…',
    group: 'Open',
    shortcuts: ['Mod+Shift+O'],
    enabled: always,
    run: ({ studio }) => chooseCharacter(studio),
  },
  {
    id: 'file.openProject',
    label: 'Open project…',
    group: 'Open',
    shortcuts: ['Mod+O'],
    enabled: always,
    run: ({ studio }) => chooseProject(studio),
  },
  {
    id: 'file.takeOver',
    label: 'Take over unsaved work',
    short: 'Take it over',
    group: 'Open',
    enabled: when('No program that does not answer holds unsaved work.', (state) => state.session.canTakeOver),
    run: ({ studio }) => takeOverWork(studio),
  },
  {
    id: 'file.save',
    label: 'Save project',
    group: 'Save',
    shortcuts: ['Mod+S'],
    run: async ({ studio }) => {
      await save(studio);
    },
  },
  {
    id: 'file.saveAs',
    label: 'Save project as…',
    group: 'Save',
    shortcuts: ['Mod+Shift+S'],
    run: async ({ studio }) => {
      await saveAs(studio);
    },
  },
  {
    id: 'file.cancelWork',
    label: 'Cancel the work under way',
    short: 'Cancel',
    group: 'Save',
    shortcuts: ['Escape'],
    goesFirst: true,
    enabled: when('No long work is under way.', (state) => state.session.work !== null),
    run: ({ studio }) => studio.getState().session.work?.cancel(),
  },
  {
    id: 'file.exportClip',
    label: 'Export clip…',
    group: 'Export',
    shortcuts: ['Mod+E'],
    enabled: hasKeys,
    run: ({ studio }) => openDialog(studio, 'exportClip'),
  },
  {
    id: 'file.exportPose',
    label: 'Export pose…',
    group: 'Export',
    shortcuts: ['Mod+Shift+E'],
    run: ({ studio }) => openDialog(studio, 'exportPose'),
  },
  {
    id: 'file.exportPictures',
    label: 'Export picture or film…',
    group: 'Export',
    shortcuts: ['Mod+Alt+P'],
    run: ({ studio }) => openDialog(studio, 'exportPictures'),
  },
  {
    id: 'file.exportAgain',
    label: 'Export again',
    group: 'Export',
    shortcuts: ['Mod+Alt+E'],
    labelNow: (state) => {
      const last = lastExportOf(state);
      return last ? `Export “${lastPart(last.path)}” again` : 'Export again';
    },
    enabled: when('Export a clip or a pose first.', (state) => {
      const last = lastExportOf(state);
      return last !== null && (last.what === 'pose' || hasKeys(state));
    }),
    run: ({ studio }) => exportAgain(studio),
  },
  {
    id: 'file.importMotion',
    label: 'Import motion…',
    group: 'Motion',
    shortcuts: ['Mod+I'],
    run: ({ studio }) => chooseMotion(studio),
  },
  {
    id: 'file.ownMotions',
    label: 'Open the character’s own clips…',
    group: 'Motion',
    run: ({ studio }) => showOwnMotions(studio),
  },
  {
    id: 'file.readInUnits',
    label: 'Read in other units',
    labelNow: ({ document, session }) => {
      const reading = likeliestReading(document);
      return reading ? inUnits(reading, session.settings.lengths) : 'Read in other units';
    },
    group: 'Character',
    enabled: when('The size of this character raises no question.', ({ document }) => likeliestReading(document) !== undefined),
    run: async ({ studio }) => {
      const reading = likeliestReading(studio.getState().document);
      if (reading) await readAs(studio, { unit: reading.metres });
    },
  },
  {
    id: 'file.importReport',
    label: 'Import report',
    group: 'Character',
    run: ({ studio }) => openDialog(studio, 'importReport'),
  },
]);
