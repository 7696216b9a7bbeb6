/** The port at which programs that draw a character await VMC. */
export const VMC_PORT = 39539;

/** Frames a second that programs expect. */
export const VMC_RATE = 60;

/** Whether an address is this machine's own, which nothing leaves. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
