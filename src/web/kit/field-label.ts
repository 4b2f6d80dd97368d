/** `service.locations[0].custom.addressLine` → `Address line`: a readable field name, for fields without a label in the form. */
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
