import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

const themes = ['system', 'light', 'dark'] as const

/** Shows light, dark, or as the system. */
export function ThemeChoice({ app }: { app: AppModel }) {
  const { theme } = app.start.settings.value
  return (
    <div class="choice" role="radiogroup" aria-labelledby="theme-label">
      {themes.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            data-testid={`theme-${name}`}
            checked={theme === name}
            onChange={() => void app.start.saveSettings({ theme: name })}
          />
          <span>{t(`theme_${name}`)}</span>
        </label>
      ))}
    </div>
  )
}
