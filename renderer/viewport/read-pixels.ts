import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';

/** Milliseconds between two looks at whether the graphics card is done. */
const LOOK_AGAIN = 4;

/**
 * The pixels of a texture that was drawn to, RGBA bytes, bottom row first. The window goes on while the graphics card draws: what is drawn meanwhile does
 * not change them. Throws an `Error` with one sentence when they cannot be read.
 */
export async function readPixels(gl: WebGL2RenderingContext, texture: BaseTexture, pixels: number): Promise<Uint8Array> {
  const drawn = texture.getInternalTexture()?._hardwareTexture?.underlyingResource as WebGLTexture | undefined;
  const buffer = gl.createBuffer();
  const framebuffer = gl.createFramebuffer();
  const present = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, drawn ?? null, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * pixels * pixels, gl.STREAM_READ);
  gl.readPixels(0, 0, pixels, pixels, gl.RGBA, gl.UNSIGNED_BYTE, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, present);
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  try {
    while (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
    if (!drawn || gl.isContextLost()) throw new Error('The picture of the pose could not be read back from the graphics card.');
    const bytes = new Uint8Array(4 * pixels * pixels);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, bytes);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    return bytes;
  } finally {
    gl.deleteSync(fence);
    gl.deleteBuffer(buffer);
    gl.deleteFramebuffer(framebuffer);
  }
}
