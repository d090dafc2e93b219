import type { PlacesModel } from '../../lib/models/settings-models.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'

/** Shows the places that stay open while the person works elsewhere; nothing where there is no other. */
export function PlaceChoice({ model }: { model: PlacesModel }) {
  if (model.places.length === 0) return null
  return (
    <section class="card" aria-labelledby="place-label">
      <h2 id="place-label" class="label">
        {t('place')}
      </h2>
      <p class="faint">{t('placeText')}</p>
      <div class="button-row">
        {model.places.map((place) => (
          <button
            key={place.name}
            type="button"
            class="secondary"
            data-testid={`place-${place.name}`}
            onClick={() => void model.open(place)}
          >
            {t(`place_${place.name}`)}
          </button>
        ))}
      </div>
      {model.problem.value !== null && <Problem problem={model.problem.value} isQuiet />}
    </section>
  )
}
