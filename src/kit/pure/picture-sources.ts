/** Addresses of uploaded pictures in the sizes that pages show: the same for the browser and for the head of a page, which asks early. */

const ownPicture = /^(?:https?:\/\/[^/]+)?(\/media\/[0-9a-f]{32}_[0-9a-f]{32})(?:\.webp)?$/
/** Our own pictures are loaded from the origin of the page, even if their address names another one. */
export const toLocalUrl = (src: string): string => src.replace(ownPicture, '$1.webp')
/** The address of an uploaded picture in another size, in pixels; it fills the frame and is cropped. */
export const resizedUrl = (src: string, width: number, height: number): string => src.replace(ownPicture, `$1/v1/fill/w_${width},h_${height}/picture.webp`)
/** In pixels. */
const widths = [360, 720, 1080, 1600]
/** For `srcset`; undefined for pictures of others, which have one size. */
export const toSrcSet = (src: string): string | undefined =>
  ownPicture.test(src) ? widths.map((width) => `${src.replace(ownPicture, '$1')}/v1/fit/w_${width},h_3000/picture.webp ${width}w`).join(', ') : undefined
