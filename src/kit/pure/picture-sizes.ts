/** How wide pictures are shown, for `sizes`: the same for the browser and for the head of a page, which asks early. */

/** The large picture at the top of a service, and that in the first block of a page. */
export const serviceHeroSizes = '(max-width: 900px) 100vw, (max-width: 1023px) 55vw, 560px'
export const pageHeroSizes = '(max-width: 900px) 100vw, 560px'
/** The picture of a card in a grid. */
export const cardSizes = '(max-width: 640px) 100vw, 400px'
