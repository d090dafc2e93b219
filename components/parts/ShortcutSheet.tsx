import type { AppModel } from '../../lib/models/app-model.ts'
import { Sheet } from './Sheet.tsx'
import { shortcuts } from './shortcuts.ts'
import { t } from './text.ts'

/** Lists the single keys. */
export function ShortcutSheet({ app }: { app: AppModel }) {
  return (
    <Sheet title={t('shortcuts')} onClose={app.closeSheet}>
      <div class="sheet-list">
        <section class="card">
          <dl class="facts" data-testid="shortcut-list">
            {shortcuts.map(({ key, text }) => (
              <div key={key}>
                <dt>{t(text)}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <p class="faint">{t('shortcutsWhy')}</p>
        </section>
      </div>
    </Sheet>
  )
}
