import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { FormIcon } from '../parts/FormIcon.tsx'
import { Lazy } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'

/**
 * The person, until another address is requested. That address stands in full in its own field, until this button removes
 * it.
 */
export function Recipient({ app, isFieldOpen }: { app: AppModel; isFieldOpen: { current: boolean } }) {
  const { draft } = app.swap
  const opener = useRef<HTMLButtonElement>(null)
  const wasRemoved = useRef(false)
  useLayoutEffect(() => {
    if (!wasRemoved.current) return
    wasRemoved.current = false
    // If a recipient is required, the field stays open.
    const next = opener.current ?? document.getElementById('receiver')
    next?.focus()
  })
  if (!draft.isReceiverOpen.value) {
    return (
      <button
        ref={opener}
        type="button"
        class="worth"
        data-testid="receiver-open"
        onClick={() => {
          isFieldOpen.current = true
          draft.openReceiver()
        }}
      >
        <span class="unseen">{t('receivedBy')} </span>
        {t('receiverSelf')}
        <FormIcon name="down" />
      </button>
    )
  }
  return (
    <Lazy
      load={async () => {
        const { RecipientChip } = await import('./RecipientChip.tsx')
        const remove = () => {
          wasRemoved.current = true
          isFieldOpen.current = false
          draft.removeReceiver()
        }
        return { view: () => <RecipientChip app={app} onRemove={remove} /> }
      }}
    />
  )
}

/** The field for another recipient. Its code loads when it opens. */
export function ReceiverSlot({ app, isFieldOpen }: { app: AppModel; isFieldOpen: { current: boolean } }) {
  if (!app.swap.draft.isReceiverOpen.value) return null
  return (
    <Lazy
      load={async () => {
        const [{ ReceiverField }, { createRecipientsModel }] = await Promise.all([
          import('./ReceiverField.tsx'),
          import('../../lib/models/recipients-model.ts'),
        ])
        const model = createRecipientsModel(app)
        return { view: () => <ReceiverField app={app} model={model} takesFocus={isFieldOpen.current} /> }
      }}
    />
  )
}
