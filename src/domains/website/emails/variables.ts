/** Template → its variables, of the emails of the website. */
export interface WebsiteEmails {
  /** A message of a contact form; `replyUrl` opens an answer to its sender. */
  'contact-message': { senderName: string; senderEmail: string; contactText: string; replyUrl: string }
}
