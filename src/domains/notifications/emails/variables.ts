/** Template → its variables, of the emails of this domain. */
export interface NotificationsEmails {
  /** `text`: plain text of the email that is tested; paragraphs are separated by an empty line. */
  'template-test': { subject: string; text: string }
}
