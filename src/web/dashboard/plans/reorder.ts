/** How far an arrow key moves a card in a grid of so many columns; 0 for every other key. */
export function arrowStep(key: string, columns: number): number {
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return -columns
    case 'ArrowDown':
      return columns
    default:
      return 0
  }
}
