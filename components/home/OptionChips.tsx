import type { AppModel } from '../../lib/models/app-model.ts'
import { lifted, type OptionName, setNames, withOption } from '../../lib/service/quote-options.ts'
import type { QuoteOptions } from '../../lib/service/quote-request.ts'
import { shortHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Shows the options that are set for this swap, each with the way to take it away; nothing where none is. */
export function OptionChips({ app }: { app: AppModel }) {
  const { options } = app.swap.draft
  const names = setNames(options.value)
  if (names.length === 0) return null
  const drop = (name: OptionName): void => {
    options.value =
      name === 'destinationPayload' ? lifted(options.value, name) : withOption(options.value, name, undefined)
  }
  return (
    <ul class="option-chips" data-testid="option-chips" aria-label={t('optionsSet')}>
      {names.map((name) => (
        <li key={name} class="option-chip">
          <button
            type="button"
            class="plain"
            data-testid={`option-chip-${name}`}
            onClick={() => app.openSheet({ name: 'advanced' })}
          >
            {t(`option_${name}`)}
            <OptionValue name={name} value={options.value[name]} />
          </button>
          <button
            type="button"
            class="icon-button small"
            data-testid={`option-drop-${name}`}
            aria-label={t('optionDrop', { name: t(`option_${name}`) })}
            onClick={() => drop(name)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function OptionValue({ name, value }: { name: OptionName; value: QuoteOptions[OptionName] }) {
  if (value === undefined || typeof value === 'boolean') return null
  const text = name === 'exchange' ? String(value) : null
  const words = text ?? (typeof value === 'string' ? shortHex(value) : value.join(', '))
  return (
    <>
      : <bdi>{words}</bdi>
    </>
  )
}
