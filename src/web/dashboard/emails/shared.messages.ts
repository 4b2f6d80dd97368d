/** What several parts of the screen of messages say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const sharedMessages = defineDashboardMessages(
  {
    emails: 'emails',
    texts: 'Text messages',
    what: 'text messages',
    reminders: 'Reminders and follow-ups',
    sent: 'Sent',
    status: 'Status',
    anyStatus: 'Any status',
    language: 'Language',
    asSeen: 'The email as the recipient sees it',
    insertVariable: 'Insert a variable',
    text: 'Text',
    restored: 'Original text restored.',
    reset: 'Reset',
    sendAgain: 'Send again',
    tryAgain: 'Try again',
    sendingTo: (to: string) => `Sending to ${to}.`,
  },
  {
    de: {
      emails: 'E-Mails',
      texts: 'SMS',
      what: 'SMS',
      reminders: 'Erinnerungen und Nachfassen',
      sent: 'Gesendet',
      status: 'Status',
      anyStatus: 'Jeder Status',
      language: 'Sprache',
      asSeen: 'Die E-Mail, wie sie ankommt',
      insertVariable: 'Platzhalter einfügen',
      text: 'Text',
      restored: 'Ursprünglicher Text wiederhergestellt.',
      reset: 'Zurücksetzen',
      sendAgain: 'Erneut senden',
      tryAgain: 'Noch einmal versuchen',
      sendingTo: (to) => `Wird an ${to} gesendet.`,
    },
  },
)
