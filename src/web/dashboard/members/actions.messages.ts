/** What dialogs about members say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    planRenews: 'A plan of theirs renews. The next step says what happens to it.',
    approveAsk: (name: string) => `Approve ${name}?`,
    approveText: (name: string) => `${name} becomes a member and can sign in right away.`,
    unblockAsk: (name: string) => `Unblock ${name}?`,
    unblockText: (name: string) => `${name} can sign in again. Plans that stopped renewing don’t start again.`,
    canSignIn: (name: string) => `${name} can sign in again.`,
    isMember: (name: string) => `${name} is now a member.`,
    blocked: (name: string) => `${name} has been blocked.`,
    hasPlan: (name: string) => `${name} has a recurring plan`,
    stopPlan: (name: string) =>
      `The plan stays valid until the end of the paid period and won’t be charged again. ${name} is signed out everywhere and can no longer sign in. Unblocking them later does not restart renewals.`,
    stopAndBlock: 'Stop renewal and block',
    blockAsk: (name: string) => `Block ${name}?`,
    blockText: (name: string) =>
      `${name} is signed out everywhere and can no longer sign in. Bookings and payments are not affected. You can unblock them at any time.`,
    blockName: (firstName: string | undefined) => `Block ${firstName}`,
    endAsk: (name: string) => `End ${name}’s membership?`,
    endText: (name: string) =>
      `${name} is signed out and can’t return as this member. Their record, bookings and payments are kept, and the email can be used to sign up again. This can’t be undone.`,
    hasEnded: (name: string) => `${name}’s membership has ended.`,
    canPost: (name: string) => `${name} can post again.`,
    canNotPost: (name: string) => `${name} can no longer post or comment.`,
    deleted: (name: string) => `${name} has been deleted.`,
    endPlans: (name: string) =>
      `The plan ends today and won’t be charged again. Upcoming bookings are cancelled and the profile is removed. You can restore ${name} for 30 days under Deleted, but not the plan.`,
    cancelAndDelete: 'Cancel plans and delete',
    keep: 'Keep member',
    deleteAsk: (name: string) => `Delete ${name}?`,
    deleteText: (name: string) =>
      `${name} can no longer sign in and their profile is removed. Bookings and payments are kept. You can restore them for 30 days under Deleted.`,
    deleteMember: 'Delete member',
    bulk: {
      approve: {
        ask: (count: number) => (count === 1 ? 'Approve 1 member?' : `Approve ${count} members?`),
        confirm: (count: number) => (count === 1 ? 'Approve 1 member' : `Approve ${count} members`),
        text: 'They can sign in right away. Pending members get an email.',
      },
      block: {
        ask: (count: number) => (count === 1 ? 'Block 1 member?' : `Block ${count} members?`),
        confirm: (count: number) => (count === 1 ? 'Block 1 member' : `Block ${count} members`),
        text: 'They are signed out everywhere and can no longer sign in. Bookings and payments are not affected. Members with a recurring plan are skipped and listed afterwards.',
      },
      delete: {
        ask: (count: number) => (count === 1 ? 'Delete 1 member?' : `Delete ${count} members?`),
        confirm: (count: number) => (count === 1 ? 'Delete 1 member' : `Delete ${count} members`),
        text: 'Their profiles are removed and they can no longer sign in. Bookings and payments are kept. You can restore them for 30 days under Deleted.',
      },
    },
  },
  {
    de: {
      planRenews: 'Ein Tarif verlängert sich. Der nächste Schritt sagt, was damit geschieht.',
      approveAsk: (name) => `${name} freigeben?`,
      approveText: (name) => `${name} wird Mitglied und kann sich sofort anmelden.`,
      unblockAsk: (name) => `Sperre von ${name} aufheben?`,
      unblockText: (name) => `${name} kann sich wieder anmelden. Tarife, die sich nicht mehr verlängern, laufen trotzdem aus.`,
      canSignIn: (name) => `${name} kann sich wieder anmelden.`,
      isMember: (name) => `${name} ist jetzt Mitglied.`,
      blocked: (name) => `${name} wurde gesperrt.`,
      hasPlan: (name) => `${name} hat einen Tarif, der sich verlängert`,
      stopPlan: (name) =>
        `Der Tarif gilt bis zum Ende des bezahlten Zeitraums und wird nicht mehr abgebucht. ${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Auch wenn du die Sperre später aufhebst, verlängert sich der Tarif nicht wieder.`,
      stopAndBlock: 'Nicht verlängern und sperren',
      blockAsk: (name) => `${name} sperren?`,
      blockText: (name) =>
        `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Buchungen und Zahlungen bleiben, wie sie sind. Du kannst die Sperre jederzeit aufheben.`,
      blockName: (firstName) => `${firstName} sperren`,
      endAsk: (name) => `Mitgliedschaft von ${name} beenden?`,
      endText: (name) =>
        `${name} wird abgemeldet und kann nicht als dieses Mitglied zurückkehren. Angaben, Buchungen und Zahlungen bleiben erhalten, und mit der E-Mail ist eine neue Registrierung möglich. Das lässt sich nicht rückgängig machen.`,
      hasEnded: (name) => `Die Mitgliedschaft von ${name} ist beendet.`,
      canPost: (name) => `${name} kann wieder Beiträge schreiben.`,
      canNotPost: (name) => `${name} kann nichts mehr schreiben oder kommentieren.`,
      deleted: (name) => `${name} wurde gelöscht.`,
      endPlans: (name) =>
        `Der Tarif endet heute und wird nicht mehr abgebucht. Künftige Buchungen werden abgesagt, und das Profil wird entfernt. Du kannst ${name} 30 Tage lang unter „Gelöscht“ wiederherstellen, den Tarif aber nicht.`,
      cancelAndDelete: 'Tarife kündigen und löschen',
      keep: 'Mitglied behalten',
      deleteAsk: (name) => `${name} löschen?`,
      deleteText: (name) =>
        `${name} kann sich nicht mehr anmelden, und das Profil wird entfernt. Buchungen und Zahlungen bleiben erhalten. Unter „Gelöscht“ kannst du das Mitglied 30 Tage lang wiederherstellen.`,
      deleteMember: 'Mitglied löschen',
      bulk: {
        approve: {
          ask: (count) => (count === 1 ? '1 Mitglied freigeben?' : `${count} Mitglieder freigeben?`),
          confirm: (count) => (count === 1 ? '1 Mitglied freigeben' : `${count} Mitglieder freigeben`),
          text: 'Die Anmeldung ist sofort möglich. Wer auf Freigabe wartet, bekommt eine E-Mail.',
        },
        block: {
          ask: (count) => (count === 1 ? '1 Mitglied sperren?' : `${count} Mitglieder sperren?`),
          confirm: (count) => (count === 1 ? '1 Mitglied sperren' : `${count} Mitglieder sperren`),
          text: 'Sie werden überall abgemeldet und können sich nicht mehr anmelden. Buchungen und Zahlungen bleiben, wie sie sind. Mitglieder mit einem Tarif, der sich verlängert, werden übersprungen und danach genannt.',
        },
        delete: {
          ask: (count) => (count === 1 ? '1 Mitglied löschen?' : `${count} Mitglieder löschen?`),
          confirm: (count) => (count === 1 ? '1 Mitglied löschen' : `${count} Mitglieder löschen`),
          text: 'Die Profile werden entfernt, und eine Anmeldung ist nicht mehr möglich. Buchungen und Zahlungen bleiben erhalten. Unter „Gelöscht“ kannst du die Mitglieder 30 Tage lang wiederherstellen.',
        },
      },
    },
  },
)
