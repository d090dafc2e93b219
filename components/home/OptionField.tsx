import { mostPayloadBytes } from '../../lib/checks/destination-exec.ts'
import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { TextName } from '../../lib/service/quote-options.ts'
import { t } from '../parts/text.ts'

/** Shows one option that is typed, with its line of explanation. */
export function OptionField({ model, name }: { model: AdvancedModel; name: TextName }) {
  const typed = model.wrong.value[name]
  const isWrong = typed !== undefined
  return (
    <div class="option">
      <label for={`option-${name}`}>{t(`option_${name}`)}</label>
      <input
        id={`option-${name}`}
        class="field"
        data-testid={`option-${name}`}
        autocomplete="off"
        spellcheck={false}
        maxLength={name === 'destinationPayload' ? 2 + 2 * mostPayloadBytes : 128}
        aria-invalid={isWrong}
        aria-describedby={`option-${name}-why`}
        value={typed ?? model.options.value[name] ?? ''}
        onInput={(event) => void model.setText(name, event.currentTarget.value)}
      />
      <p
        id={`option-${name}-why`}
        class={isWrong ? 'tone-danger' : 'faint'}
        role={isWrong ? 'status' : undefined}
      >
        {isWrong ? t('optionWrong') : t(`option_${name}_why`)}
      </p>
    </div>
  )
}
