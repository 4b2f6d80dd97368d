/** `service.locations[0].custom.addressLine` → `Address line`: the name of a field for people, where no label of a form says it better. */
export function toFieldLabel(path: string): string {
  const last = path
    .replace(/\[\d+\]/g, '')
    .split('.')
    .findLast((part) => part !== '' && part !== 'value' && part !== 'values' && part !== 'id')
  const text = (last ?? '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return text ? `${text[0]?.toUpperCase()}${text.slice(1)}` : ''
}
