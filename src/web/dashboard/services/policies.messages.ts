import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    none: 'No booking policies',
    noneAbout: 'Policies define when customers can book, cancel and reschedule.',
    about: 'Each service uses one policy. It defines when customers can book, cancel and reschedule, and any late fees.',
    applyTitle: (name: string) => `Apply ${name} to services`,
    applyPolicy: 'Apply policy',
    applyAbout: 'Applies to new bookings. Existing bookings keep the policy they were made under.',
    selectOne: 'Select at least one service.',
    notUpdated: (names: string) => `${names} couldn’t be updated. Please try again.`,
    applied: (count: number) => (count === 1 ? 'Policy applied to 1 service.' : `Policy applied to ${count} services.`),
    unnamedPolicy: 'Unnamed policy',
    apply: 'Apply to services',
    makeDefault: 'Make default',
    nowDefault: (name: string) => `New services use ${name}.`,
    deletePolicy: 'Delete policy',
    deleteUnused: 'No services use it. Existing bookings keep the policy they were made under.',
    deleteUsed: (names: string, fallback: string) =>
      `${names} will use the default policy, ${fallback}. Existing bookings keep the policy they were made under.`,
    isDefault: 'Default for new services',
    usedBy: (names: string) => `Used by ${names}.`,
  },
  {
    de: {
      none: 'Noch keine Buchungsregeln',
      noneAbout: 'Buchungsregeln legen fest, wann Kunden buchen, absagen und verschieben können.',
      about: 'Jedes Angebot hat seine Buchungsregeln. Sie legen fest, wann Kunden buchen, absagen und verschieben können und was spätes Absagen kostet.',
      applyTitle: (name) => `„${name}“ auf Angebote anwenden`,
      applyPolicy: 'Regeln anwenden',
      applyAbout: 'Gilt für neue Buchungen. Bestehende behalten die Regeln, mit denen sie gebucht wurden.',
      selectOne: 'Wähle mindestens ein Angebot.',
      notUpdated: (names) => `Nicht geändert: ${names}. Bitte versuche es noch einmal.`,
      applied: (count) => (count === 1 ? 'Regeln auf 1 Angebot angewendet.' : `Regeln auf ${count} Angebote angewendet.`),
      unnamedPolicy: 'Regeln ohne Namen',
      apply: 'Auf Angebote anwenden',
      makeDefault: 'Als Standard festlegen',
      nowDefault: (name) => `Für neue Angebote gilt „${name}“.`,
      deletePolicy: 'Buchungsregeln löschen',
      deleteUnused: 'Sie gelten für kein Angebot. Bestehende Buchungen behalten die Regeln, mit denen sie gebucht wurden.',
      deleteUsed: (names, fallback) =>
        `Für ${names} gelten dann die Standardregeln „${fallback}“. Bestehende Buchungen behalten die Regeln, mit denen sie gebucht wurden.`,
      isDefault: 'Standard für neue Angebote',
      usedBy: (names) => `Gilt für ${names}.`,
    },
  },
)
