/** An event of Electron whose default can be prevented. */
export function preventable<Fields extends object>(fields: Fields = {} as Fields) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}
