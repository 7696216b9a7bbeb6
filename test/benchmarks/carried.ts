import { basename } from 'node:path';
import { openCharacter, openedStudio } from '../renderer/tools/mannequin-studio.ts';
import { handOver, swingWithBoth } from '../helpers/carried-things.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { RIG_FILES } from '../helpers/rigs.ts';
import { sharedData } from '../helpers/shared-data.ts';

/** Prints how exactly both hands keep a staff that is swung, and how evenly a cup goes from one hand to the next, through the studio. */
export function measureCarried(print: (line: string) => void): void {
  print(
    '| two hands on a staff, 61 keys and 60 in-betweens; a cup handed over | place | direction | between frames | step, in steps beside |',
  );
  print('|---|---|---|---|---|');
  for (const file of [MANNEQUIN, ...RIG_FILES.flatMap((each) => sharedData(each) ?? [])]) {
    const { distance, degrees, between } = swingWithBoth(openedStudio(openCharacter(file)));
    const step = handOver(openedStudio(openCharacter(file)));
    print(
      `| ${basename(file)} | ${(1000 * distance).toFixed(2)} mm | ${degrees.toFixed(2)}° | ${(1000 * between).toFixed(2)} mm | ${step.toFixed(2)} |`,
    );
  }
}
