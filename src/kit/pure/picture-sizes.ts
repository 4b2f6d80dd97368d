/**
 * How wide pictures are shown, for `sizes`: the same for the browser and for the head of a page, which asks early. A phone leaves 16 px at each side: without them
 * one of 412 px at 1.75 dots asks for 721 dots, and gets a picture twice as heavy as it can show.
 */

/** The large picture at the top of a service, and that in the first block of a page. */
export const serviceHeroSizes = '(max-width: 900px) calc(100vw - 32px), (max-width: 1023px) 55vw, 560px'
export const pageHeroSizes = '(max-width: 900px) calc(100vw - 32px), 560px'
/** A picture beside a text, and the wide one at the top of a member's page. */
export const textPictureSizes = '(max-width: 900px) calc(100vw - 32px), 480px'
export const coverSizes = '(max-width: 1152px) calc(100vw - 32px), 1120px'
/** The picture of a card in a grid. */
export const cardSizes = '(max-width: 640px) calc(100vw - 32px), 400px'
