import type { AppModel } from '../../lib/models/app-model.ts'
import type { PlacesModel } from '../../lib/models/settings-models.ts'
import { Drawing } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/**
 * Shows the pin that has Ferry open at the side from now on, and opens it there; pressed again, the toolbar's icon brings
 * the popup as before. Shows nothing where the browser has no side.
 */
export function SidePin({ app, places }: { app: AppModel; places: PlacesModel }) {
  const { side } = places
  if (side === null) return null
  const isPinned = app.start.settings.value.opensIn === 'side'
  const turn = () => {
    const kept = app.start.saveSettings({ opensIn: isPinned ? 'popup' : 'side' })
    // In the press itself: no browser opens a side view later.
    if (!isPinned && side.isHere !== true) void places.open(side, kept)
  }
  return (
    <button
      type="button"
      class="icon-button side-pin"
      data-testid="side-pin"
      aria-label={t('pinSide')}
      title={t('pinSide')}
      aria-pressed={isPinned}
      onClick={turn}
    >
      <Drawing path="M3.5 4.5h13v11h-13zm8 0v11m2-8h1m-1 2.5h1" />
    </button>
  )
}
