/** The home page of the practice, as its owner arranged and published it. */
import type { CallAsOwner, SampleContext } from './calls.ts'
import type { PracticeWords } from './words.ts'

const menu = (['services', 'schedule', 'plans', 'team'] as const).map((page) => ({ kind: 'BUILT_IN', page }))

export async function makePracticeHome(call: CallAsOwner, { language }: SampleContext, { home }: PracticeWords): Promise<void> {
  const createTextBlock = (text: string) => ({ [language]: text })
  const { revision } = (await call('GET', '/api/website')) as { revision: string }
  const website = {
    design: { tone: 'cool', font: 'modern', corners: 'soft', scheme: 'auto' },
    menu,
    footer: { links: [], social: [] },
    home: [
      { id: 'hero', type: 'hero', look: 'drawn', title: createTextBlock(home.title), text: createTextBlock(home.text) },
      { id: 'services', type: 'services', count: 6 },
      {
        id: 'about',
        type: 'text',
        title: createTextBlock(home.about.title),
        body: { [language]: home.about.paragraphs.map((text) => ({ type: 'paragraph', runs: [{ text }] })) },
      },
      { id: 'team', type: 'team', title: createTextBlock(home.team) },
      { id: 'classes', type: 'classes' },
      { id: 'plans', type: 'plans' },
      {
        id: 'questions',
        type: 'questions',
        title: createTextBlock(home.questions.title),
        questions: home.questions.list.map(([question, answer]) => ({ question: createTextBlock(question), answer: createTextBlock(answer) })),
      },
      { id: 'location', type: 'location' },
      { id: 'contact', type: 'contact', title: createTextBlock(home.contact.title), text: createTextBlock(home.contact.text) },
    ],
    pages: [],
  }
  const saved = (await call('PUT', '/api/website', { website, revision })) as { revision: string }
  await call('POST', '/api/website/publish', { revision: saved.revision })
}
