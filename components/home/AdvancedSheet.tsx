import type { ComponentChildren } from 'preact'
import { valueOfUnits } from '../../lib/base/decimal-math.ts'
import { shortenHex } from '../../lib/base/hex.ts'
import { formatPercent } from '../../lib/base/money-text.ts'
import { type AdvancedModel, addressOptions } from '../../lib/models/advanced-model.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { depositTexts, idNames, type OptionName, withOption } from '../../lib/service/quote-options.ts'
import {
  bridgeChoices,
  depositFlags,
  type FlagName,
  flagNames,
  hasUnusedManualFilter,
  type IdName,
  isUnusualOption,
  listSetOptions,
  maxPayloadBytes,
  removeFilter,
  type TextName,
  textNames,
} from '../../lib/service/quote-request.ts'
import type { QuoteOptions } from '../../lib/service/quote-request-shape.ts'
import { supportedMethods } from '../../lib/service/swap-methods.ts'
import { aboutMoneyOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { FieldText } from '../parts/FieldText.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { AddressInput } from './AddressInput.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: AdvancedModel
}

/** A parameter is sent only when it is set. */
export function AdvancedSheet({ app, model }: Shown) {
  const origin = app.swap.origin.value
  const problem = model.problem.value
  const served = supportedMethods(origin, app.swap.destination.value)
  const idsOf = (name: (typeof idNames)[number]) =>
    name.endsWith('Bridges') ? bridgeChoices(origin?.bridges ?? []) : (origin?.dexes ?? [])
  // Only swaps within Solana have a sponsor.
  const hasSponsor = origin !== undefined && app.start.formOf(origin.chainId) === 'solana'
  const texts = textNames.filter((name) => name !== 'solanaSponsorAddress' || hasSponsor)
  const facts = { name: t(problem === null ? 'advanced' : optionText(problem.facts.name)) }
  return (
    <Sheet
      title={t('advanced')}
      isTall
      onClose={app.closeSheet}
      {...(app.swap.lacksRefund.value ? { focusSelector: '#option-refundAddress' } : {})}
    >
      <div class="stack sheet-list" data-testid="advanced-sheet">
        {problem !== null && <ProblemNotice problem={{ ...problem, facts }} isQuiet />}
        <DepositOptions app={app} model={model} isSupported={served.includes('deposit')} />
        <section class="card">
          <h3 class="label">{t('routes')}</h3>
          {flagNames.map((name) => (
            <OptionFlag key={name} model={model} name={name}>
              {name === 'enableManual' && !served.includes('manual') && (
                <p class="faint" data-testid="manual-not-served">
                  {t('manualNotServed')}
                </p>
              )}
            </OptionFlag>
          ))}
          {idNames.map((name) => (
            <OptionIds key={name} model={model} name={name} ids={idsOf(name)} />
          ))}
          <ManualOffer app={app} next='[data-testid="option-enableManual"]' />
        </section>
        <section class="card">
          <h3 class="label">{t('advancedRest')}</h3>
          {texts.map((name) => (
            <OptionField key={name} model={model} name={name} />
          ))}
          {!hasSponsor && <p class="faint">{t('sponsorNotHere')}</p>}
        </section>
        <Button look="secondary" testId="options-reset" onPress={model.reset}>
          {t('optionsReset')}
        </Button>
      </div>
    </Sheet>
  )
}

function DepositOptions({ app, model, isSupported }: Shown & { isSupported: boolean }) {
  const options = model.options.value
  const isOn = options.enableDepositAddress === true
  // A set or refused option stays visible and removable, even if the switch is off.
  const isOpen =
    isOn ||
    [...depositFlags, ...depositTexts].some((name) => options[name] !== undefined) ||
    depositTexts.some((name) => model.unset.value[name] !== undefined)
  return (
    <section class="card">
      <h3 class="label">{t('exchangeTitle')}</h3>
      {isSupported && app.screen.value.name === 'home' && (
        <Button look="secondary" testId="deposit-begin" onPress={() => app.go({ name: 'deposit', step: 1 })}>
          {t('depositBegin')}
        </Button>
      )}
      <OptionFlag model={model} name="enableDepositAddress" isDisabled={!isSupported && !isOn}>
        {!isSupported && (
          <p class="faint" data-testid="deposit-not-served">
            {t('depositNotServed')}
          </p>
        )}
      </OptionFlag>
      {isOpen && (
        <>
          <OptionFlag model={model} name="useDepositAddress" />
          {depositTexts.map((name) => (
            <OptionField key={name} model={model} name={name} />
          ))}
        </>
      )}
    </section>
  )
}

function optionText(name: string | undefined) {
  const known = [...textNames, ...depositTexts].find((one) => one === name)
  return known === undefined ? 'advanced' : (`option_${known}` as const)
}

export function OptionField({
  model,
  name,
  label,
}: {
  model: AdvancedModel
  name: TextName
  /** The name that a screen gives its only field. */
  label?: string
}) {
  const unset = model.unset.value[name]
  const isWrong = unset?.isRefused === true
  const value = model.options.value[name] ?? ''
  const isUnusual = !isWrong && value !== '' && isUnusualOption(name, value)
  return (
    <div class="stack tight option">
      <label class={label && 'label'} for={`option-${name}`}>
        {label ?? t(`option_${name}`)}
      </label>
      <AddressInput
        id={`option-${name}`}
        value={model.textOf(name)}
        address={
          addressOptions.includes(name) && unset === undefined ? (model.options.value[name] ?? null) : null
        }
        maxLength={name === 'destinationPayload' ? 2 + 2 * maxPayloadBytes : 128}
        aria-invalid={isWrong}
        aria-describedby={`option-${name}-why`}
        onText={(text) => void model.setText(name, text)}
      />
      <FieldText
        id={`option-${name}-why`}
        tone={isWrong ? 'tone-danger' : isUnusual ? 'tone-warning' : 'faint'}
        role={isWrong || isUnusual ? 'status' : undefined}
      >
        {t(isWrong ? 'optionWrong' : isUnusual ? 'optionUnusual' : `option_${name}_why`)}
      </FieldText>
      {unset !== undefined && unset.failure !== null && (
        <Button
          look="plain"
          testId={`option-${name}-again`}
          onPress={() => {
            document.getElementById(`option-${name}`)?.focus()
            void model.setText(name, unset.typed)
          }}
        >
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

function OptionFlag({
  model,
  name,
  isDisabled = false,
  children,
}: {
  model: AdvancedModel
  name: FlagName
  isDisabled?: boolean
  /** Replaces the explanation of the option. */
  children?: ComponentChildren
}) {
  return (
    <div class="stack tight option">
      <Switch
        label={t(`option_${name}`)}
        testid={`option-${name}`}
        isOn={model.options.value[name] === true}
        isDisabled={isDisabled}
        onChange={(isOn) => model.setFlag(name, isOn)}
      />
      {children || <p class="faint">{t(`option_${name}_why`)}</p>}
    </div>
  )
}

function OptionIds({ model, name, ids }: { model: AdvancedModel; name: IdName; ids: readonly string[] }) {
  const chosen = model.options.value[name] ?? []
  // A chosen ID stays visible and removable, even if the chain's list no longer has it.
  const all = [...new Set([...ids, ...chosen])]
  if (all.length === 0) return null
  return (
    <fieldset class="stack tight option" aria-label={t(`option_${name}`)}>
      <span>{t(`option_${name}`)}</span>
      <div class="line wrap choice">
        {all.map((id) => (
          <Button
            key={id}
            look="chip"
            testId={`option-${name}-${id}`}
            aria-pressed={chosen.includes(id)}
            onPress={() => model.toggleId(name, id)}
          >
            {id}
          </Button>
        ))}
      </div>
      <p class="faint">{t(`option_${name}_why`)}</p>
    </fieldset>
  )
}

/** Steps at which the form already offers other swap methods. */
const stepsWithOtherMethods: ReadonlySet<string> = new Set(['noRoute', 'otherMethod'])

export function OptionChips({ app }: { app: AppModel }) {
  const { options } = app.swap.draft
  const names = listSetOptions(options.value)
  if (!Object.values(options.value).some(Boolean)) return null
  const removeOption = (name: OptionName): void => {
    options.value =
      name === 'destinationPayload'
        ? removeFilter(options.value, name)
        : withOption(options.value, name, undefined)
    // The press removes the chip.
    document.getElementById('amount')?.focus()
  }
  return (
    <>
      <ul class="line wrap tight inset" data-testid="option-chips" aria-label={t('optionsSet')}>
        {names.map((name) => (
          <li key={name} class="option-chip">
            <Button
              look="plain"
              testId={`option-chip-${name}`}
              onPress={() => app.openSheet({ name: 'advanced' })}
            >
              {optionValue(app, name, options.value[name])}
            </Button>
            <CloseButton
              testId={`option-drop-${name}`}
              aria-label={t('optionDrop', { name: t(`option_${name}`) })}
              onPress={() => removeOption(name)}
            />
          </li>
        ))}
      </ul>
      {!stepsWithOtherMethods.has(app.swap.step.value) && <ManualOffer app={app} next="#amount" />}
    </>
  )
}

/** For a filter that only affects manual routes. After the press, `next` gets the focus. */
function ManualOffer({ app, next }: { app: AppModel; next: string }) {
  const { draft, otherMethods } = app.swap
  if (!hasUnusedManualFilter(draft.options.value) || !otherMethods.value.includes('manual')) return null
  return (
    <div class="stack tight option" data-testid="manual-offer" role="status">
      <p class="faint">{t('filtersManualOnly')}</p>
      <Button
        look="plain"
        testId="manual-on"
        onPress={() => {
          document.querySelector<HTMLElement>(next)?.focus()
          draft.setOption('enableManual', true)
        }}
      >
        {t('manualShow')}
      </Button>
    </div>
  )
}

/** Says how much gas the chosen route brings: the service decides the amount. Null until a route is quoted. */
function quotedGasText({ swap: { quotes } }: AppModel): string | null {
  const quote = quotes.quote.value
  const route = quote?.routes.find(({ key }) => key === quote.routeKey)
  if (route === undefined || quotes.isAgeing.value) return null
  if (route.refuel === null) return t('refuelNotQuoted')
  const { amount, token } = route.refuel.output
  return t('refuelQuoted', { amount: aboutMoneyOf(amount, token) })
}

/** A set option in words. The fee, which the service takes in basis points, is a percentage here. */
function optionValue(app: AppModel, name: OptionName, value: QuoteOptions[OptionName]): ComponentChildren {
  const text = t(`option_${name}`)
  if (name === 'refuel') return quotedGasText(app) ?? text
  if (value === undefined || typeof value === 'boolean') return text
  if (name === 'feeBps') return t('optionFee', { percent: formatPercent(valueOfUnits(1n, 2, String(value))) })
  const exact = name === 'exchange' ? String(value) : null
  return (
    <>
      {text}: <bdi>{exact ?? (typeof value === 'string' ? shortenHex(value) : value.join(', '))}</bdi>
    </>
  )
}
