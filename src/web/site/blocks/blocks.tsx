/** The blocks of a page in their order. In the editor's frame a press on one opens it in the editor. */
import { lazy, Suspense } from 'react'
import { Skeletons } from '../../kit/states.tsx'
import type { Block } from '../../site-context.tsx'
import { isPreview } from '../../site-preview.ts'
import { useTexts } from '../website.ts'
import { FindUs } from '../find-us.tsx'
import { HeroBlock } from './hero.tsx'
import { ClassesBlock, PlansBlock, ServicesBlock } from './lists.tsx'

const EditableBlock = lazy(async () => ({ default: (await import('./editable-block.tsx')).EditableBlock }))
const written = () => import('./written.tsx')
const TextBlock = lazy(async () => ({ default: (await written()).TextBlock }))
const GalleryBlock = lazy(async () => ({ default: (await written()).GalleryBlock }))
const ReviewsBlock = lazy(async () => ({ default: (await written()).ReviewsBlock }))
const QuestionsBlock = lazy(async () => ({ default: (await written()).QuestionsBlock }))
const TeamBlock = lazy(async () => ({ default: (await written()).TeamBlock }))
const ContactBlock = lazy(async () => ({ default: (await written()).ContactBlock }))

function OneBlock({ block, title, first }: { block: Block; title: string; first: boolean }) {
  const { say } = useTexts()
  switch (block.type) {
    case 'hero':
      return <HeroBlock block={block} title={title} first={first} />
    case 'classes':
      return <ClassesBlock title={say(block.title)} count={block.count} />
    case 'services':
      return <ServicesBlock title={say(block.title)} count={block.count} />
    case 'plans':
      return <PlansBlock title={say(block.title)} count={block.count} />
    case 'location':
      return <FindUs title={say(block.title)} />
    case 'team':
      return <TeamBlock title={say(block.title)} count={block.count} />
    case 'text':
      return <TextBlock block={block} />
    case 'gallery':
      return <GalleryBlock block={block} />
    case 'reviews':
      return <ReviewsBlock block={block} />
    case 'questions':
      return <QuestionsBlock block={block} />
    case 'contact':
      return <ContactBlock block={block} />
  }
}

/** `title`: that of the page, for a head without words of its own. */
export function Blocks({ blocks, title }: { blocks: readonly Block[]; title: string }) {
  const shown = blocks.map((block, at) => (
    <Suspense key={block.id} fallback={<Skeletons />}>
      <OneBlock block={block} title={title} first={at === 0} />
    </Suspense>
  ))
  if (!isPreview) return shown
  return (
    <Suspense fallback={<Skeletons />}>
      {blocks.map((block, at) => (
        <EditableBlock key={block.id} id={block.id}>
          {shown[at]}
        </EditableBlock>
      ))}
    </Suspense>
  )
}
