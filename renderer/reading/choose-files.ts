/** Asks for files of this machine of certain types, such as `image/png, image/jpeg`; none where none was chosen. */
export function chooseFiles(types: string, options: { readonly several?: boolean } = {}): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = types;
  input.multiple = options.several === true;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(Array.from(input.files ?? [])));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
