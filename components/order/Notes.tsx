import type { ComponentChildren } from 'preact'
import type { Text } from '../../lib/base/text.ts'
import type { Note } from '../../lib/order/description.ts'
import { Hint } from '../parts/Hint.tsx'
import { Icon } from '../parts/Icon.tsx'
import { t, writeText } from '../parts/text.ts'

export function Paragraphs({ texts }: { texts: readonly Text[] }) {
  return (
    <>
      {texts.map((text) => (
        <p key={text.key}>{writeText(text)}</p>
      ))}
    </>
  )
}

/** They stand there from the beginning of a phase, and its title is announced. */
const unannounced: ReadonlySet<string> = new Set([
  'can-close',
  'not-accepted',
  'deposit-closes',
  'deposit-reported',
])

export function Notes({
  notes,
  omits = '',
  action,
}: {
  notes: readonly Note[]
  omits?: string
  /** Stands below the note that the person may leave. */
  action?: ComponentChildren
}) {
  return (
    <>
      {notes
        .filter(({ name }) => name !== omits)
        .map(({ name, isWarning, texts }) => (
          <div
            key={name}
            class={isWarning ? 'hint warning' : 'hint'}
            role={unannounced.has(name) ? undefined : 'status'}
            data-testid={name}
          >
            {isWarning && <Icon name="warning" />}
            {/* A hint lays its children out in a row. */}
            <div>
              <Paragraphs texts={texts} />
            </div>
            {name === 'can-close' && action}
          </div>
        ))}
    </>
  )
}

/** The wallet of the swap is not connected, so its requests cannot be shown. */
export const WalletNotFound = () => <Hint tone="warning">{t('waitingNotFound')}</Hint>
