import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { IdName } from '../../lib/service/quote-options.ts'
import { t } from '../parts/text.ts'

/** Bridges or exchanges of the chain to send from, taken in or left out by their ids. */
export function OptionIds({
  model,
  name,
  ids,
}: {
  model: AdvancedModel
  name: IdName
  ids: readonly string[]
}) {
  const chosen = model.options.value[name] ?? []
  // What is set stays to be seen and lifted, even where the chain's list has it no more.
  const all = [...new Set([...ids, ...chosen])]
  if (all.length === 0) return null
  return (
    <fieldset class="option" aria-label={t(`option_${name}`)}>
      <span>{t(`option_${name}`)}</span>
      <div class="choice">
        {all.map((id) => (
          <button
            key={id}
            type="button"
            class="chip"
            data-testid={`option-${name}-${id}`}
            aria-pressed={chosen.includes(id)}
            onClick={() => model.toggleId(name, id)}
          >
            {id}
          </button>
        ))}
      </div>
      <p class="faint">{t(`option_${name}_why`)}</p>
    </fieldset>
  )
}
