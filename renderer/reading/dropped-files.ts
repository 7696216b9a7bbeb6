/** A file of what was dropped onto the window, at its path in the drop: `walks/old/walk.bvh`. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/** More files than anybody drops on purpose. */
const MOST_FILES = 10_000;

/**
 * All files of a drop, those in dropped folders too, ordered by their paths. What is hidden (`.git`, `.DS_Store`) is left out. Must be called while the drop is
 * told of: the browser forgets it afterwards. Throws an `Error` with one sentence.
 */
export async function readDrop({ items, files }: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = Array.from(files, (file) => ({ path: file.name, file }));
  if (entries.every(({ isFile }) => isFile)) return ordered(plain);
  const found: DroppedFile[] = [];
  const pending = [...entries];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (entry.name.startsWith('.')) continue;
    if (isFolder(entry)) pending.push(...(await entriesIn(entry)));
    else if (isPlainFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
    if (found.length + pending.length > MOST_FILES)
      throw new Error(`What was dropped holds more than ${MOST_FILES} files: drop the files that are meant.`);
  }
  return ordered(found);
}

function ordered(files: readonly DroppedFile[]): readonly DroppedFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isPlainFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Browsers tell of a folder in parts, the last of which is empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, () => reject(unreadable(folder)));
    });
    if (part.length === 0) return all;
    all.push(...part);
  }
}

async function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, () => reject(unreadable(entry)));
  });
}

function unreadable({ name }: FileSystemEntry): Error {
  return new Error(`“${name.slice(0, 100)}” could not be read.`);
}
