/** What can be changed about one block. */
import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Block, BlockOf, PictureRef } from '#domains/website/rules/website.ts'
import { linesIn } from '#domains/website/rules/website.ts'
import { useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { PictureInput, TextField, useEditedLanguage } from './fields.tsx'
import css from './website.module.css'
import { messages } from './block-form.messages.ts'

const RichTextField = lazy(async () => ({ default: (await import('./rich-text-field.tsx')).RichTextField }))

/** `step`: changes of the same field are undone together. */
type Change<B> = (part: Partial<B>, step?: string) => void
type Props<B> = { block: B; change: Change<B> }

export function BlockForm({ block, onChange }: { block: Block; onChange: (block: Block, step?: string) => void }) {
  const t = useMessages(messages)
  const change: Change<Block> = (part, step) => onChange({ ...block, ...part } as Block, step && `${block.id} ${step}`)
  return (
    <Stack gap="md" className={css.blockForm ?? ''}>
      <TextField
        label={t.title}
        texts={block.title}
        maxLength={120}
        placeholder={block.type === 'hero' ? t.nameOfSite : undefined}
        onChange={(title) => change({ title }, 'title')}
      />
      <Fields block={block} change={change} />
    </Stack>
  )
}

function Fields({ block, change }: { block: Block; change: Change<Block> }): ReactNode {
  const t = useMessages(messages)
  switch (block.type) {
    case 'hero':
      return <HeroFields block={block} change={change} />
    case 'text':
      return <TextFields block={block} change={change} />
    case 'gallery':
      return <GalleryFields block={block} change={change} />
    case 'reviews':
      return <ReviewFields block={block} change={change} />
    case 'questions':
      return <QuestionFields block={block} change={change} />
    case 'contact':
      return <TextField label={t.text} rows={2} texts={block.text} maxLength={600} onChange={(text) => change({ text }, 'text')} />
    case 'location':
      return null
    default:
      return (
        <NumberInput
          size="md"
          label={t.count}
          min={1}
          max={24}
          allowDecimal={false}
          placeholder={block.type === 'classes' ? '5' : block.type === 'team' ? t.all : '3'}
          value={block.count ?? ''}
          onChange={(count) => {
            const { count: _, ...others } = block
            change(typeof count === 'number' ? { count } : ({ ...others, count: undefined } as Partial<Block>), 'count')
          }}
        />
      )
  }
}

function HeroFields({ block, change }: Props<BlockOf<'hero'>>) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <>
      <TextField
        label={t.text}
        rows={2}
        texts={block.text}
        maxLength={600}
        placeholder={site.tagline || undefined}
        onChange={(text) => change({ text }, 'text')}
      />
      <SegmentedControl
        aria-label={t.look}
        value={block.look}
        onChange={(look) => change({ look: look as typeof block.look })}
        data={[
          { value: 'drawn', label: t.drawn },
          { value: 'picture', label: t.picture },
          { value: 'plain', label: t.plain },
        ]}
      />
      {block.look === 'picture' && (
        <PictureInput
          label={t.picture}
          picture={block.picture}
          seed={site.name}
          shape="5 / 4"
          onChange={(picture, step) => change(withOptionalPicture(picture), step)}
          withFocus
        />
      )}
    </>
  )
}
/** `undefined` in place of a picture takes it away: the document keeps no empty fields. */
const withOptionalPicture = (picture: PictureRef | undefined) => ({ picture }) as { picture?: PictureRef }

function TextFields({ block, change }: Props<BlockOf<'text'>>) {
  const t = useMessages(messages)
  const language = useEditedLanguage()
  const lines = block.body[language] ?? []
  const others = lines.length === 0 ? linesIn(block.body, language, language) : []
  return (
    <>
      <Suspense fallback={null}>
        <RichTextField
          label={t.text}
          lines={lines}
          version={language}
          onChange={(changed) => change({ body: { ...block.body, [language]: changed } }, `body ${language}`)}
        />
      </Suspense>
      {others.length > 0 && (
        <Button variant="default" onClick={() => change({ body: { ...block.body, [language]: [...others] } })}>
          {t.startFrom}
        </Button>
      )}
      <PictureInput
        label={t.pictureBeside}
        picture={block.picture}
        seed={block.id}
        onChange={(picture, step) => change(withOptionalPicture(picture), step)}
        withFocus
      />
    </>
  )
}

/** Entries of a block that can be added, changed and removed. */
function Entries<T>({
  entries,
  texts,
  max,
  add,
  onChange,
  children,
}: {
  entries: readonly T[]
  /** How one is called, and what is done to it. */
  texts: { one: (number: number) => string; remove: (number: number) => string; add: string }
  max: number
  add: () => T
  onChange: (entries: T[]) => void
  children: (entry: T, change: (entry: T) => void) => ReactNode
}) {
  return (
    <>
      {entries.map((entry, at) => (
        <fieldset key={at} className={css.entry}>
          <legend>{texts.one(at + 1)}</legend>
          {children(entry, (changed) => onChange(entries.map((other, index) => (index === at ? changed : other))))}
          <ActionIcon
            className={css.remove ?? ''}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={texts.remove(at + 1)}
            onClick={() => onChange(entries.filter((_, index) => index !== at))}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </fieldset>
      ))}
      <Group>
        <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={entries.length >= max} onClick={() => onChange([...entries, add()])}>
          {texts.add}
        </Button>
      </Group>
    </>
  )
}

function ReviewFields({ block, change }: Props<BlockOf<'reviews'>>) {
  const t = useMessages(messages)
  return (
    <Entries entries={block.reviews} texts={t.review} max={20} add={() => ({ text: {}, name: '' })} onChange={(reviews) => change({ reviews }, 'reviews')}>
      {(review, onChange) => (
        <Stack gap="sm">
          <TextField label={t.words} rows={2} texts={review.text} maxLength={600} onChange={(text) => onChange({ ...review, text })} />
          <TextInput
            size="md"
            label={t.by}
            maxLength={100}
            value={review.name}
            onChange={(event) => onChange({ ...review, name: event.currentTarget.value })}
          />
        </Stack>
      )}
    </Entries>
  )
}
function QuestionFields({ block, change }: Props<BlockOf<'questions'>>) {
  const t = useMessages(messages)
  return (
    <Entries
      entries={block.questions}
      texts={t.question}
      max={40}
      add={() => ({ question: {}, answer: {} })}
      onChange={(questions) => change({ questions }, 'questions')}
    >
      {(entry, onChange) => (
        <Stack gap="sm">
          <TextField label={t.questionText} texts={entry.question} maxLength={200} onChange={(question) => onChange({ ...entry, question })} />
          <TextField label={t.answer} rows={2} texts={entry.answer} maxLength={2000} onChange={(answer) => onChange({ ...entry, answer })} />
        </Stack>
      )}
    </Entries>
  )
}
function GalleryFields({ block, change }: Props<BlockOf<'gallery'>>) {
  const t = useMessages(messages)
  const replace = (at: number, picture: PictureRef | undefined, step?: string) =>
    change(
      { pictures: picture ? block.pictures.map((other, index) => (index === at ? picture : other)) : block.pictures.filter((_, index) => index !== at) },
      step,
    )
  return (
    <>
      {block.pictures.map((picture, at) => (
        <fieldset key={picture.id} className={css.entry}>
          <legend>{t.pictureNumber(at + 1)}</legend>
          <PictureInput
            label={t.pictureNumber(at + 1)}
            picture={picture}
            seed={picture.id}
            onChange={(changed, step) => replace(at, changed, step && `${step} ${at}`)}
            withFocus
          />
        </fieldset>
      ))}
      {block.pictures.length < 24 && (
        <PictureInput
          key={block.pictures.length}
          label={t.addPicture}
          picture={undefined}
          seed={`${block.id} ${block.pictures.length}`}
          onChange={(picture) => picture && change({ pictures: [...block.pictures, picture] })}
        />
      )}
    </>
  )
}
