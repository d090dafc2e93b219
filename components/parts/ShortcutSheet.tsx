import { useSignal } from '@preact/signals'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Fact } from './IdFact.tsx'
import { Sheet } from './Sheet.tsx'
import { Switch } from './Switch.tsx'
import { areShortcutsOn, shortcuts, turnShortcuts } from './shortcuts.ts'
import { t } from './text.ts'

export function ShortcutSheet({ app }: { app: AppModel }) {
  const isOn = useSignal(areShortcutsOn(app))
  return (
    <Sheet title={t('shortcuts')} onClose={app.closeSheet}>
      <div class="sheet-list">
        <section class="card">
          <Switch
            label={t('shortcutsOn')}
            testid="shortcuts-on"
            isOn={isOn.value}
            onChange={(next) => {
              isOn.value = next
              turnShortcuts(app, next)
            }}
          />
          <dl class="facts" data-testid="shortcut-list">
            {shortcuts.map(({ key, text }) => (
              <Fact key={key} name={t(text)}>
                <kbd>{key}</kbd>
              </Fact>
            ))}
          </dl>
          <p class="faint">{t('shortcutsWhy')}</p>
        </section>
      </div>
    </Sheet>
  )
}
