import { read, show, swapFromForm } from './form.js'

// 1 · Find Ferry
let ferry = null
addEventListener('ferry:announceProvider', ({ detail }) => {
  if (ferry !== null) return
  ferry = detail.provider
  show('found', `${detail.info.name} is here.`)
  ferry.on('swapChanged', showSwap)
  for (const name of ['propose', 'cancel']) read(name).disabled = false
  void start()
})
dispatchEvent(new Event('ferry:requestProvider'))

// 2 · What it can do
async function start() {
  const { chains } = await ferry.request({ method: 'ferry_getCapabilities' })
  const from = chains.filter((chain) => chain.canSend).map((chain) => chain.name)
  show('capabilities', `Swaps can begin on ${from.join(', ')}.`)
  await resume()
}

// 3 · Propose a swap, on a click
async function propose() {
  try {
    const { swapId } = await ferry.request({ method: 'ferry_proposeSwap', params: [swapFromForm()] })
    localStorage.setItem('swapId', swapId)
    await resume()
  } catch (error) {
    show('error', `${error.code}: ${error.message}`)
  }
}

// 4 · Hear how it goes, also after a reload
async function resume() {
  const swapId = localStorage.getItem('swapId')
  if (swapId === null) return
  try {
    showSwap(await ferry.request({ method: 'ferry_getSwap', params: [{ swapId }] }))
  } catch (error) {
    show('error', `${error.code}: ${error.message}`)
  }
}

function showSwap(swap) {
  if (swap.swapId !== localStorage.getItem('swapId')) return
  show('error', '')
  show('state', swap.state + (swap.verified ? ', verified on chain' : ''), swap.state)
  show('swap', JSON.stringify(swap, null, 2))
}

// 5 · Take it back
async function cancel() {
  try {
    const swapId = localStorage.getItem('swapId')
    await ferry.request({ method: 'ferry_cancelProposal', params: [{ swapId }] })
    show('cancelled', 'It does not wait any more.')
  } catch (error) {
    show('cancelled', `${error.code}: ${error.message}`)
  }
}

// 6 · Where there is no Ferry
setTimeout(() => {
  if (ferry === null) show('found', 'Ferry is not here. The link below works without it.')
}, 2_000)
read('propose').addEventListener('click', propose)
read('cancel').addEventListener('click', cancel)
