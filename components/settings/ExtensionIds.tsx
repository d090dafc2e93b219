import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

/** Shows the wallet extensions the person added by id, to be taken away again. */
export function ExtensionIds({ app }: { app: AppModel }) {
  const { walletExtensionIds: ids } = app.start.settings.value
  if (ids.length === 0) return null
  return (
    <>
      <h3 class="label">{t('extensionsAdded')}</h3>
      <ul class="id-list">
        {ids.map((id) => (
          <li key={id}>
            <code>
              <bdi>{id}</bdi>
            </code>
            <button
              type="button"
              class="plain"
              data-testid={`extension-remove-${id}`}
              aria-label={t('extensionRemove', { id })}
              onClick={() =>
                void app.start.saveSettings({ walletExtensionIds: ids.filter((one) => one !== id) })
              }
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
