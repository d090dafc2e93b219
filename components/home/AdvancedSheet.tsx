import { receiverForm } from '../../lib/base/receiver-form.ts'
import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { servedWays } from '../../lib/quote/routes.ts'
import {
  bridgeChoices,
  depositFlags,
  depositTexts,
  flagNames,
  idNames,
  textNames,
} from '../../lib/service/quote-options.ts'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'
import { OptionField } from './OptionField.tsx'
import { OptionFlag } from './OptionFlag.tsx'
import { OptionIds } from './OptionIds.tsx'

/** Shows every optional parameter of a quote, each with a line of explanation, sent only when it is set. */
export function AdvancedSheet({ app, model }: { app: AppModel; model: AdvancedModel }) {
  const origin = app.swap.origin.value
  const problem = model.problem.value
  const served = servedWays(origin, app.swap.destination.value)
  const idsOf = (name: (typeof idNames)[number]) =>
    name.endsWith('Bridges') ? bridgeChoices(origin?.bridges ?? []) : (origin?.dexes ?? [])
  // Only swaps within Solana have a sponsor.
  const hasSponsor = origin !== undefined && receiverForm(origin.chainId) === 'solana'
  const texts = textNames.filter((name) => name !== 'solanaSponsorAddress' || hasSponsor)
  const facts = { name: t(problem === null ? 'advanced' : optionText(problem.facts.name)) }
  return (
    <Sheet title={t('advanced')} isTall onClose={app.closeSheet}>
      <div class="options" data-testid="advanced-sheet">
        {problem !== null && <Problem problem={{ ...problem, facts }} tone="warning" isQuiet />}
        <section class="card">
          <h3 class="label">{t('advancedDeposit')}</h3>
          {!served.includes('deposit') && (
            <p class="faint" data-testid="deposit-not-served">
              {t('depositNotServed')}
            </p>
          )}
          {depositFlags.map((name) => (
            <OptionFlag key={name} model={model} name={name} />
          ))}
          {depositTexts.map((name) => (
            <OptionField key={name} model={model} name={name} />
          ))}
        </section>
        <section class="card">
          <h3 class="label">{t('routes')}</h3>
          {!served.includes('manual') && (
            <p class="faint" data-testid="manual-not-served">
              {t('manualNotServed')}
            </p>
          )}
          {flagNames.map((name) => (
            <OptionFlag key={name} model={model} name={name} />
          ))}
          {idNames.map((name) => (
            <OptionIds key={name} model={model} name={name} ids={idsOf(name)} />
          ))}
        </section>
        <section class="card">
          <h3 class="label">{t('advancedRest')}</h3>
          {texts.map((name) => (
            <OptionField key={name} model={model} name={name} />
          ))}
          {!hasSponsor && <p class="faint">{t('sponsorNotHere')}</p>}
        </section>
        <button type="button" class="secondary" data-testid="options-reset" onClick={model.reset}>
          {t('optionsReset')}
        </button>
      </div>
    </Sheet>
  )
}

/** The name of an option for people, where it is one that can be typed. */
function optionText(name: string | undefined) {
  const known = [...textNames, ...depositTexts].find((one) => one === name)
  return known === undefined ? 'advanced' : (`option_${known}` as const)
}
