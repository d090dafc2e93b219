import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { FlagName } from '../../lib/service/quote-options.ts'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'

/** Shows one option that is on or off, with its line of explanation. */
export function OptionFlag({ model, name }: { model: AdvancedModel; name: FlagName }) {
  return (
    <div class="option">
      <Switch
        label={t(`option_${name}`)}
        testid={`option-${name}`}
        isOn={model.options.value[name] === true}
        onChange={(isOn) => model.setFlag(name, isOn)}
      />
      <p class="faint">{t(`option_${name}_why`)}</p>
    </div>
  )
}
