import type { AppModel } from '../../lib/models/app-model.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Another recipient, by their saved name if there is one. */
export function RecipientChip({ app, onRemove }: { app: AppModel; onRemove: () => void }) {
  const { draft, lacksReceiver } = app.swap
  const text = draft.receiverText.value.trim()
  const saved = app.start.settings.value.recipients.find(
    ({ address }) => address.toLowerCase() === text.toLowerCase(),
  )
  return (
    <span class="option-chip recipient" data-testid="receiver-chip">
      <Icon name="person" />
      <bdi title={text}>{saved?.name ?? t('receiverOther')}</bdi>
      {!lacksReceiver.value && (
        <CloseButton testId="receiver-remove" title={t('receiverRemove')} onPress={onRemove} />
      )}
    </span>
  )
}
