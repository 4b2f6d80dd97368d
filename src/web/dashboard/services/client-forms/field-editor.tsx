/** One question of a form: its texts, whether it is required, what can be chosen, and when it is asked. */
import { ActionIcon, Button, Group, MultiSelect, NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { textIn, type FormField } from '#domains/forms/rules/form.ts'
import { type Language, languages } from '#kit/pure/languages.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { MoveButtons } from '../../parts/move-buttons.tsx'
import { Allowed } from '../../permissions.tsx'
import { hasOptions, listSources, listSourceValues, newOption, typeLabels, withText } from './form-draft.ts'
import css from './client-forms.module.css'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    questionNumber: (n: number) => `Question ${n}`,
    required: 'Required',
    consentIn: (language: string) => `Text to agree to (${language})`,
    questionIn: (language: string) => `Question (${language})`,
    helpIn: (language: string) => `Help text (${language})`,
    choices: 'Choices',
    choiceNumber: (n: number) => `Choice ${n}`,
    removeChoice: (n: number) => `Remove choice ${n}`,
    addChoice: 'Add choice',
    minimum: 'Minimum',
    maximum: 'Maximum',
    onlyIf: 'Ask only if',
    always: 'Always asked',
    askAlways: 'Always ask',
    unnamedQuestion: 'Unnamed question',
    answeredWith: 'is answered with',
  },
  {
    de: {
      questionNumber: (n) => `Frage ${n}`,
      required: 'Pflichtfeld',
      consentIn: (language) => `Text zum Zustimmen (${language})`,
      questionIn: (language) => `Frage (${language})`,
      helpIn: (language) => `Hilfetext (${language})`,
      choices: 'Antworten',
      choiceNumber: (n) => `Antwort ${n}`,
      removeChoice: (n) => `Antwort ${n} entfernen`,
      addChoice: 'Antwort hinzufügen',
      minimum: 'Mindestens',
      maximum: 'Höchstens',
      onlyIf: 'Nur fragen, wenn',
      always: 'Wird immer gefragt',
      askAlways: 'Immer fragen',
      unnamedQuestion: 'Frage ohne Text',
      answeredWith: 'beantwortet ist mit',
    },
  },
)

interface FieldEditorProps {
  fields: readonly FormField[]
  at: number
  language: Language
  problems: Readonly<Record<string, string>>
  onChange: (field: FormField) => void
  onRemove: () => void
  onMove: (to: number) => void
}
export function FieldEditor({ fields, at, language, problems, onChange, onRemove, onMove }: FieldEditorProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const field = fields[at] as FormField
  const name = textIn(field.label, language) || t.questionNumber(at + 1)
  const part = { field, language, onChange, problemOf: (member: string) => problems[`fields[${at}].${member}`] }
  return (
    <section className={css.field} aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>
          {at + 1}. {typeLabels[field.type]}
        </Text>
        <Group gap={0} wrap="nowrap">
          <MoveButtons
            operation="forms.updateForm"
            name={name}
            onUp={at > 0 ? () => onMove(at - 1) : undefined}
            onDown={at < fields.length - 1 ? () => onMove(at + 1) : undefined}
          />
          <Allowed operation="forms.updateForm">
            <ActionIcon size={44} variant="subtle" color="gray" aria-label={w.removeName(name)} onClick={onRemove}>
              <IconTrash size={18} />
            </ActionIcon>
          </Allowed>
        </Group>
      </Group>
      <Stack gap="sm">
        <FieldTexts {...part} />
        {hasOptions(field) && <Options {...part} />}
        {field.type === 'NUMBER' && <Bounds {...part} />}
        <Switch size="md" label={t.required} checked={field.required} onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })} />
        <Condition {...part} fields={fields} at={at} />
      </Stack>
    </section>
  )
}

interface PartProps {
  field: FormField
  language: Language
  onChange: (field: FormField) => void
  problemOf: (member: string) => string | undefined
}

/** In another language than the first, what is written there already is shown as a hint. */
const findHint = (texts: FormField['label'] | null | undefined, language: Language) => (texts?.[language] ? undefined : textIn(texts, language) || undefined)

function FieldTexts({ field, language, onChange, problemOf }: PartProps) {
  const t = useMessages(messages)
  const label = {
    size: 'md',
    label: field.type === 'CONSENT' ? t.consentIn(languages[language]) : t.questionIn(languages[language]),
    required: true,
    placeholder: findHint(field.label, language),
    value: field.label[language] ?? '',
    error: problemOf('label'),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...field, label: withText(field.label, language, event.currentTarget.value) }),
  }
  return (
    <>
      {field.type === 'CONSENT' ? <Textarea {...label} autosize minRows={2} maxLength={5000} /> : <TextInput {...label} maxLength={500} />}
      <TextInput
        size="md"
        label={t.helpIn(languages[language])}
        maxLength={1000}
        placeholder={findHint(field.help, language)}
        value={field.help?.[language] ?? ''}
        onChange={(event) => onChange({ ...field, help: withText(field.help, language, event.currentTarget.value) })}
      />
    </>
  )
}

function Options({ field, language, onChange, problemOf }: PartProps) {
  const t = useMessages(messages)
  const options = field.options ?? []
  const set = (to: typeof options) => onChange({ ...field, options: to })
  return (
    <Stack gap="xs" role="group" aria-label={t.choices}>
      {options.map((option, at) => (
        <Group key={option.value} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            size="md"
            flex={1}
            label={t.choiceNumber(at + 1)}
            maxLength={200}
            placeholder={findHint(option.label, language)}
            value={option.label[language] ?? ''}
            onChange={(event) =>
              set(options.map((one) => (one === option ? { ...one, label: withText(one.label, language, event.currentTarget.value) } : one)))
            }
          />
          <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.removeChoice(at + 1)} onClick={() => set(options.filter((one) => one !== option))}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      ))}
      {problemOf('options') && (
        <Text c="var(--bad)" size="sm" id={`options-${field.target}`} tabIndex={-1} data-problem>
          {problemOf('options')}
        </Text>
      )}
      <div>
        <Button
          type="button"
          variant="subtle"
          size="sm"
          disabled={options.length >= 50}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set([...options, newOption()])}
        >
          {t.addChoice}
        </Button>
      </div>
    </Stack>
  )
}

function Bounds({ field, onChange, problemOf }: PartProps) {
  const t = useMessages(messages)
  const read = (value: number | string) => (value === '' ? null : Number(value))
  return (
    <Group grow align="flex-start">
      <NumberInput size="md" label={t.minimum} value={field.minimum ?? ''} onChange={(value) => onChange({ ...field, minimum: read(value) })} />
      <NumberInput
        size="md"
        label={t.maximum}
        value={field.maximum ?? ''}
        error={problemOf('maximum')}
        onChange={(value) => onChange({ ...field, maximum: read(value) })}
      />
    </Group>
  )
}

function Condition({ field, fields, at, language, onChange, problemOf }: PartProps & { fields: readonly FormField[]; at: number }) {
  const t = useMessages(messages)
  const sources = listSources(fields, at)
  if (sources.length === 0) return null
  const source = sources.find(({ target }) => target === field.showWhen?.target)
  const choose = (target: string | null) => {
    const chosen = sources.find((one) => one.target === target)
    const [first] = chosen ? listSourceValues(chosen, language) : []
    onChange({ ...field, showWhen: chosen && first ? { target: chosen.target, values: [first.value] } : null })
  }
  return (
    <>
      <Select
        size="md"
        label={t.onlyIf}
        placeholder={t.always}
        clearable
        clearButtonProps={{ 'aria-label': t.askAlways }}
        value={source?.target ?? null}
        error={problemOf('showWhen')}
        onChange={choose}
        data={sources.map((one) => ({ value: one.target, label: textIn(one.label, language) || t.unnamedQuestion }))}
      />
      {source && field.showWhen && (
        <MultiSelect
          size="md"
          label={t.answeredWith}
          value={[...field.showWhen.values]}
          onChange={(values) => {
            if (values.length > 0) onChange({ ...field, showWhen: { target: source.target, values } })
          }}
          data={listSourceValues(source, language)}
        />
      )}
    </>
  )
}
