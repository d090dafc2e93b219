// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Requests, SingleOutputRequest, SwapRequest, Terms, NATIVE} from "./Requests.sol";
import {Funds, IBalance} from "./Funds.sol";

interface IPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom memory permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}

interface IInbox {
    function extract(bytes32 requestHash) external returns (uint256 amount);
}

interface IVenue {
    function swap(
        bytes32 routeId,
        address inputToken,
        uint256 inputAmount,
        address outputToken,
        uint256 outputAmount,
        address receiver,
        uint256 nativeFee
    ) external payable;
}

/// @notice Holds a request's input on its origin chain until the request is settled or cancelled, and pays receivers
/// on the destination chain. It pays the affiliate fee immediately and holds the rest.
/// A cancelled request's funds return to its sender, which is the inbox for a request that came through it.
/// One solver runs it; the origin has no proof that the destination was paid.
contract Gateway {
    enum State {
        None,
        Extracted,
        Settled,
        Cancelled
    }

    struct Escrow {
        State state;
        address sender;
        address token;
        uint256 amount;
    }

    address public immutable solver;
    IPermit2 public immutable permit2;
    IInbox public immutable inbox;
    mapping(bytes32 => Escrow) public escrows;
    mapping(bytes32 => bool) public fulfilled;

    event Extracted(bytes32 indexed requestHash, address indexed sender, address token, uint256 amount);
    event AffiliateFeePaid(bytes32 indexed requestHash, address indexed taker, address token, uint256 amount);
    event SwappedOnTheWay(bytes32 indexed requestHash, address token, uint256 amount);
    event Fulfilled(bytes32 indexed requestHash, address indexed receiver, address token, uint256 amount);
    event Settled(bytes32 indexed requestHash, address token, uint256 amount);
    event Cancelled(bytes32 indexed requestHash, address indexed receiver, address token, uint256 amount);

    error NotTheSolver();
    error WrongTransmitter(address exclusiveTransmitter);
    error WrongChain(uint256 chainId);
    error WrongGateway(address gateway);
    error WrongSender(address sender);
    error DeadlinePassed(uint256 deadline);
    error AlreadyExtracted();
    error AlreadyFulfilled();
    error NotExtracted();
    error TooLittleOnTheWay(uint256 amount);
    error WrongValue();

    modifier onlySolver() {
        if (msg.sender != solver) revert NotTheSolver();
        _;
    }

    constructor(address solver_, IPermit2 permit2_, IInbox inbox_) {
        solver = solver_;
        permit2 = permit2_;
        inbox = inbox_;
    }

    /// @notice Only the inbox sends the native currency here.
    receive() external payable {
        if (msg.sender != address(inbox)) revert WrongSender(msg.sender);
    }

    function hashOf(SingleOutputRequest calldata request) external pure returns (bytes32) {
        return Requests.hashOf(request);
    }

    function hashOf(SwapRequest calldata request) external pure returns (bytes32) {
        return Requests.hashOf(request);
    }

    function extract(SingleOutputRequest calldata request, bytes calldata signature) external onlySolver {
        pull(Requests.termsOf(request), Requests.singleOutputWitness(), signature);
    }

    function extract(SwapRequest calldata request, bytes calldata signature) external onlySolver {
        pull(Requests.termsOf(request), Requests.swapWitness(), signature);
    }

    function extractInbox(SingleOutputRequest calldata request) external onlySolver {
        fetch(Requests.termsOf(request), Requests.singleOutputWitness());
    }

    function extractInbox(SwapRequest calldata request) external onlySolver {
        fetch(Requests.termsOf(request), Requests.swapWitness());
    }

    /// @notice Swaps a request's input into its intermediate token, which the gateway then holds for the request.
    function swapOnTheWay(SingleOutputRequest calldata request, IVenue venue, uint256 amount) external onlySolver {
        bytes32 requestHash = Requests.hashOf(request);
        Escrow memory escrow = escrows[requestHash];
        if (escrow.state != State.Extracted) revert NotExtracted();
        address token = request.swapOutputToken;
        uint256 before = IBalance(token).balanceOf(address(this));
        Funds.approve(escrow.token, address(venue), escrow.amount);
        venue.swap(requestHash, escrow.token, escrow.amount, token, amount, address(this), 0);
        uint256 arrived = IBalance(token).balanceOf(address(this)) - before;
        if (arrived < request.minSwapOutput) revert TooLittleOnTheWay(arrived);
        escrows[requestHash] = Escrow(State.Extracted, escrow.sender, token, arrived);
        emit SwappedOnTheWay(requestHash, token, arrived);
    }

    /// @notice Pays the receiver from the solver's own funds, once for each request.
    function fulfil(bytes32 requestHash, address token, uint256 amount, address receiver) external payable onlySolver {
        if (fulfilled[requestHash]) revert AlreadyFulfilled();
        fulfilled[requestHash] = true;
        if (msg.value != (token == NATIVE ? amount : 0)) revert WrongValue();
        if (token == NATIVE) Funds.pay(token, receiver, amount);
        else Funds.transferFrom(token, msg.sender, receiver, amount);
        emit Fulfilled(requestHash, receiver, token, amount);
    }

    function settle(bytes32 requestHash) external onlySolver {
        Escrow memory escrow = close(requestHash, State.Settled);
        Funds.pay(escrow.token, solver, escrow.amount);
        emit Settled(requestHash, escrow.token, escrow.amount);
    }

    function cancel(bytes32 requestHash) external onlySolver {
        Escrow memory escrow = close(requestHash, State.Cancelled);
        Funds.pay(escrow.token, escrow.sender, escrow.amount);
        emit Cancelled(requestHash, escrow.sender, escrow.token, escrow.amount);
    }

    function pull(Terms memory terms, string memory witnessTypes, bytes memory signature) private {
        check(terms);
        uint256 before = IBalance(terms.inputToken).balanceOf(address(this));
        permit2.permitWitnessTransferFrom(
            IPermit2.PermitTransferFrom(
                IPermit2.TokenPermissions(terms.inputToken, terms.inputAmount), terms.nonce, terms.deadline
            ),
            IPermit2.SignatureTransferDetails(address(this), terms.inputAmount),
            terms.sender,
            terms.requestHash,
            witnessTypes,
            signature
        );
        keep(terms, IBalance(terms.inputToken).balanceOf(address(this)) - before);
    }

    /// @dev The inbox approves each of its open requests by EIP-1271. Permit2 cannot pull the native currency.
    function fetch(Terms memory terms, string memory witnessTypes) private {
        if (terms.sender != address(inbox)) revert WrongSender(terms.sender);
        if (terms.inputToken != NATIVE) return pull(terms, witnessTypes, "");
        check(terms);
        keep(terms, inbox.extract(terms.requestHash));
    }

    function keep(Terms memory terms, uint256 amount) private {
        emit Extracted(terms.requestHash, terms.sender, terms.inputToken, amount);
        uint256 fee = amount * terms.feeShare / Requests.WHOLE_SHARE;
        escrows[terms.requestHash] = Escrow(State.Extracted, terms.sender, terms.inputToken, amount - fee);
        if (fee == 0) return;
        Funds.pay(terms.inputToken, terms.feeTaker, fee);
        emit AffiliateFeePaid(terms.requestHash, terms.feeTaker, terms.inputToken, fee);
    }

    function check(Terms memory terms) private view {
        if (terms.chainId != block.chainid) revert WrongChain(terms.chainId);
        if (terms.gateway != address(this)) revert WrongGateway(terms.gateway);
        if (block.timestamp > terms.deadline) revert DeadlinePassed(terms.deadline);
        if (terms.exclusiveTransmitter != address(0) && terms.exclusiveTransmitter != msg.sender) {
            revert WrongTransmitter(terms.exclusiveTransmitter);
        }
        if (escrows[terms.requestHash].state != State.None) revert AlreadyExtracted();
    }

    function close(bytes32 requestHash, State state) private returns (Escrow memory escrow) {
        escrow = escrows[requestHash];
        if (escrow.state != State.Extracted) revert NotExtracted();
        escrows[requestHash].state = state;
    }
}
