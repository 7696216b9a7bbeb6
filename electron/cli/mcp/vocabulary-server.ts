import { McpServer, type CallToolResult, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { findApplication } from '../../application.ts';
import { sentenceOf } from '../../files/storage/explain-failure.ts';
import type { Session } from '../vocabulary/session.ts';
import { scriptApi, WORD_NAMES, wordNamed, type WordName } from '../vocabulary/vocabulary.ts';

const INSTRUCTIONS = `Limber poses and animates 3D humanoid characters.
Lengths are metres in a world with Y up; the character's left hand is at its own left. Frames count from 0.
A session begins with openProject or createProject; listFiles and inspectFile show what there is. describePose says where hands, feet and head are: goals for poseByGoals are best chosen from there. A pose becomes part of a clip by setKey.
Every change is one step that undo takes back.`;

/** A server whose tools are the words; those that change or write something are there only where that is allowed. */
export function createVocabularyServer(session: Session, mayWrite: boolean): McpServer {
  const { version } = findApplication();
  const server = new McpServer({ name: 'limber', title: 'Limber', version }, { instructions: INSTRUCTIONS });
  const api = scriptApi(session);
  for (const name of WORD_NAMES) {
    const { title, description, effect, given, answer } = wordNamed(name);
    if (effect !== 'reads' && !mayWrite) continue;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: checkedByTheWord(given),
        outputSchema: withoutPicture(answer),
        annotations: {
          readOnlyHint: effect === 'reads',
          destructiveHint: effect === 'writes',
          openWorldHint: false,
        },
      },
      (parameters) => answerOf(session, api[name], parameters),
    );
  }
  return server;
}

/** A picture goes beside the answer, as assistants look at pictures. */
function withoutPicture(answer: z.ZodType): z.ZodObject {
  if (!(answer instanceof z.ZodObject)) throw new TypeError('the answer of a word is an object');
  return 'png' in answer.shape ? answer.omit({ png: true }) : answer;
}

/** What the session has to say beside the answer goes along with it, unless it stands there. */
async function answerOf(session: Session, say: ReturnType<typeof scriptApi>[WordName], given: unknown): Promise<CallToolResult> {
  try {
    const answer = (await (say as (given: unknown) => Promise<unknown>)(given)) as Record<string, unknown>;
    const { png, ...told } = answer;
    const picture = typeof png === 'string' ? [{ type: 'image', data: png, mimeType: 'image/png' } as const] : [];
    const facts = { type: 'text', text: JSON.stringify(told) } as const;
    const notes = session.takeNotes().filter((note) => !(Array.isArray(told['notes']) && told['notes'].includes(note)));
    const beside = notes.map((note) => ({ type: 'text', text: note }) as const);
    return { content: [...picture, facts, ...beside], structuredContent: told };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] };
  }
}

/** What a word takes as others are told of it. The word itself checks what it is given, in its own sentences. */
function checkedByTheWord(given: z.ZodType): StandardSchemaWithJSON {
  const inWords = () => z.toJSONSchema(given, { io: 'input' }) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'limber',
      validate: (value) => ({ value }),
      jsonSchema: { input: inWords, output: inWords },
    },
  };
}
