import { z } from 'zod';
import { cameraFacts, factsOfCameras } from './camera-words.ts';
import { factsOfProps, propFacts } from './prop-words.ts';
import { factsOfReference, referenceFacts } from './reference-words.ts';
import { factsOfSounds, soundFacts } from './sound-words.ts';
import { word } from './word.ts';

export const SCENE_WORDS = {
  describeScene: word({
    title: 'Describe the scene',
    description: 'Says what the scene holds beside its characters: props, cameras, the sounds of the clip, and the reference.',
    effect: 'reads',
    given: {},
    answer: z.object({
      props: z.array(propFacts),
      cameras: z.array(cameraFacts).describe('as they rest'),
      sounds: z.array(soundFacts).describe('on the timeline of the clip'),
      reference: referenceFacts.nullable(),
    }),
    run: async (session) => {
      const document = await session.present();
      const { project } = document;
      return {
        props: factsOfProps(document),
        cameras: factsOfCameras(project),
        sounds: factsOfSounds(project),
        reference: factsOfReference(project),
      };
    },
  }),
} as const;
