/** Plain text as it is kept: composed, without control characters, trimmed. What parts lines parts words. Source: guide members §2. */
export const toPlainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim()
