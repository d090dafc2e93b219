import type { AppModel } from '../../lib/models/app-model.ts'
import type { PlacesModel } from '../../lib/models/settings-models.ts'
import { Button } from '../parts/Button.tsx'
import { Chips } from '../parts/Chips.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Drawing } from '../parts/FormIcon.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'

/** Sets where the toolbar icon opens Ferry, and opens Ferry in another place now. */
export function PlaceSetting({ app, model }: { app: AppModel; model: PlacesModel }) {
  const { opensIn } = app.start.settings.value
  const others = model.places.filter(({ isHere, isApart }) => isHere !== true && isApart !== true)
  if (model.places.length === 0) return <p class="hint">{t('placeOnly')}</p>
  return (
    <>
      {model.side !== null && (
        <section class="card">
          <Chips
            label={t('placeToolbar')}
            isLabelShown
            names={['popup', 'side']}
            chosen={opensIn}
            testId="opens"
            toText={(name) => t(`place_${name}`)}
            onChoose={(name) => void app.start.saveSettings({ opensIn: name })}
          />
        </section>
      )}
      {others.length > 0 && (
        <>
          <p id="place-text" class="faint inset">
            {t('placeText')}
          </p>
          <ul class="rows" aria-labelledby="place-text">
            {others.map((place) => (
              <li key={place.name}>
                <Button
                  look="row line between"
                  testId={`place-${place.name}`}
                  onPress={() => model.open(place)}
                >
                  {t(`place_${place.name}`)}
                  <Icon name="out" />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
    </>
  )
}

/**
 * Makes the toolbar icon open the side panel, and opens it. A second press restores the popup, and so does a
 * browser that fails to open the side panel. Renders nothing if the browser has no side panel.
 */
export function SideButton({ app, places }: { app: AppModel; places: PlacesModel }) {
  const { side } = places
  if (side === null) return null
  const opensAtSide = app.start.settings.value.opensIn === 'side'
  const { problem } = places
  const toggleSide = async () => {
    // Save before opening: the popup may close as soon as the side panel opens.
    const saved = app.start.saveSettings({ opensIn: opensAtSide ? 'popup' : 'side' })
    if (opensAtSide || side.isHere === true || side.isApart === true) return
    // Within the click handler: browsers open a side panel only during a user gesture.
    await places.open(side, saved)
    if (problem.value === null) return
    await saved
    await app.start.saveSettings({ opensIn: 'popup' })
  }
  return (
    <>
      <Button
        look="icon-button side-pin"
        testId="side-pin"
        title={t('pinSide')}
        aria-pressed={opensAtSide}
        onPress={toggleSide}
      >
        <Drawing path="M3.5 4.5h13v11h-13zm8 0v11m2-8h1m-1 2.5h1" />
      </Button>
      {problem.value !== null && (
        <ProblemNotice
          class="late pin-refused"
          problem={problem.value}
          omitsMoney
          whatHappened={t('pinRefused')}
          whatToDo={t('pinRefused_next')}
          end={
            <CloseButton
              aria-label={t('close')}
              onPress={() => {
                problem.value = null
              }}
            />
          }
        />
      )}
    </>
  )
}
