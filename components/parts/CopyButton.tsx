import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

export type ReadText = () => string | Promise<string>

/** Returns whether the text was copied. A failure is no problem of Ferry: the text can still be copied elsewhere. */
export async function copyText(read: ReadText): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(await read())
    return true
  } catch {
    return false
  }
}

/** Copies a text. `said` confirms it or shows the failure. `read` may load the text first. */
function useCopy(read: ReadText) {
  const state = useSignal<'idle' | 'done' | 'failed'>('idle')
  async function copy() {
    state.value = (await copyText(read)) ? 'done' : 'failed'
  }
  const said = state.value === 'done' ? t('copied') : state.value === 'failed' ? t('copyFailed') : ''
  return { copy, said, icon: state.value === 'done' ? 'check' : 'copy' } as const
}

export function CopyButton({
  read,
  label,
  testid,
  labelClass,
}: {
  read: ReadText
  label: string
  testid?: string
  /** Shows the label in place of an icon. */
  labelClass?: 'primary' | 'secondary' | 'plain'
}) {
  const { copy, said, icon } = useCopy(read)
  return (
    <span class="copy">
      <Button
        look={labelClass ?? 'icon-button small'}
        aria-label={labelClass === undefined ? label : undefined}
        title={label}
        testId={testid}
        onPress={copy}
      >
        {labelClass === undefined ? <Icon name={icon} /> : said || label}
      </Button>
      <Said text={said} />
    </span>
  )
}

/** A name and a value. A press anywhere on them copies the value. */
export function CopyRow({
  read,
  name,
  label = name,
  isWarning = false,
  children,
}: {
  read: ReadText
  name: string
  label?: string
  isWarning?: boolean
  children: ComponentChildren
}) {
  const { copy, said, icon } = useCopy(read)
  return (
    <span class="copy">
      <Button
        look={isWarning ? 'line loose between copy-row warning' : 'line loose between copy-row'}
        title={t('copyNamed', { name })}
        onPress={copy}
      >
        <span class="row-words">
          <span class="faint">{label}</span>
          {children}
        </span>
        <Icon name={icon} />
      </Button>
      <Said text={said} />
    </span>
  )
}

function Said({ text }: { text: string }) {
  return (
    <span class="unseen" role="status">
      {text}
    </span>
  )
}
