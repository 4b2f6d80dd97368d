/** Areas, permissions and ready-made roles in the language of the page; in English they are called as the rules call them. */
import { type Area, areas, formatRights, levelIn } from '#domains/collaborators/rules/rights.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

interface AreaTexts {
  label: string
  about: string
}
interface RoleTexts {
  name: string
  about: string
}
const text = currentMessages(
  defineDashboardMessages(
    { areas: {} as Readonly<Record<string, AreaTexts>>, roles: {} as Readonly<Record<string, RoleTexts>>, describeRights: formatRights },
    {
      de: {
        areas: {
          members: { label: 'Mitglieder', about: 'Profile, Kontakte, E-Mails, Notizen, Hilfe beim Konto' },
          'delete-members': { label: 'Mitglieder löschen', about: 'Löschen, Daten entfernen, Mitgliedschaften beenden' },
          community: { label: 'Community', about: 'Meldungen, eigene Felder, Abzeichen, Rollen, Privatsphäre' },
          bookings: { label: 'Kalender und Buchungen', about: 'Buchen, bestätigen, absagen, Zahlungen vor Ort annehmen' },
          answers: { label: 'Antworten in Formularen', about: 'Was Kunden in Buchungs- und Aufnahmeformularen antworten, mit ihren Dateien' },
          'check-in': { label: 'Check-in', about: 'Einchecken, nicht Erschienene, Notizen zu Buchungen' },
          services: { label: 'Angebote, Team und Zeiten', about: 'Angebote, Team, Zeiten und Orte' },
          plans: { label: 'Tarife', about: 'Tarife, ihre Leistungen und Gutscheine' },
          money: { label: 'Abos und Finanzen', about: 'Bestellungen, Zahlungen, Erstattungen, Buchführung' },
          payouts: { label: 'Auszahlungen', about: 'Sehen, was der Zahlungsanbieter auf das Bankkonto auszahlt' },
          'sell-plans': { label: 'Tarife verkaufen', about: 'Einen Tarif vor Ort oder mit einem Zahlungslink verkaufen' },
          messages: { label: 'Nachrichten', about: 'Wortlaut von E-Mails und SMS, Erinnerungen und spätere Nachrichten' },
          site: { label: 'Medien und Seiten', about: 'Mediathek, Links zu den Seiten' },
          'sign-in': { label: 'Anmelde-Einstellungen', about: 'Regeln für neue Konten, Captcha, Anmeldedienste' },
          programs: { label: 'Apps, Schlüssel und Webhooks', about: 'Integrationen, die in deinem Namen handeln' },
          import: { label: 'Import', about: 'Mitglieder, Angebote, Tarife, Abos und Buchungen aus Dateien übernehmen' },
          administration: { label: 'Verwaltung', about: 'Team, Einstellungen der Website, weitere Websites, Protokoll' },
        },
        roles: {
          MANAGER: { name: 'Leitung', about: 'Führt den Betrieb: alles außer Team, Anmeldung und Integrationen.' },
          RECEPTIONIST: { name: 'Empfang', about: 'Bucht, checkt ein, verkauft Tarife, nimmt Zahlungen für Buchungen an und kümmert sich um Mitglieder.' },
          TEACHER: { name: 'Kursleitung', about: 'Sieht den Kalender und wer kommt, checkt ein, beantragt Abwesenheiten.' },
          ACCOUNTANT: { name: 'Buchhaltung', about: 'Sieht Zahlungen, Auszahlungen, Belege, Steuern und Berichte; ändert nichts.' },
        },
        describeRights: (permissions) => {
          if (permissions === null) return 'voller Zugriff'
          const words = areas.flatMap((area) => {
            const level = levelIn(area, permissions)
            return level === 'none' ? [] : [`${nameArea(area).label}${level === 'see' ? ' (nur ansehen)' : ''}`]
          })
          return words.join(', ') || 'kein Zugriff'
        },
      },
    },
  ),
)

export const nameArea = (area: Area): AreaTexts => text.areas[area.id] ?? area
/** The name and description of a role; those of an own one are as its makers wrote them. */
export const nameRole = (role: RoleTexts & { id: string; readyMade: boolean }): RoleTexts => (role.readyMade ? text.roles[role.id] : undefined) ?? role
/** A summary such as "Plans (view), Administration". */
export const describeRights = (permissions: readonly string[] | null): string => text.describeRights(permissions)
