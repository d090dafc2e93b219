// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Requests, SingleOutputRequest, SwapRequest, Terms, NATIVE} from "./Requests.sol";
import {Funds} from "./Funds.sol";

interface IPermit2State {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
    function nonceBitmap(address owner, uint256 wordPos) external view returns (uint256);
}

interface IEscrows {
    function escrows(bytes32 requestHash)
        external
        view
        returns (uint8 state, address sender, address token, uint256 amount);
}

interface IWrappedNative {
    function deposit() external payable;
}

/// @notice Accepts requests as transactions and holds their funds until the gateway pulls them through Permit2, or any
/// account has them paid to the refund address. If a request is cancelled after that, the gateway brings its funds back,
/// net of the affiliate fee, and they can be paid out in the same way. A native request names the wrapped native token
/// and brings its amount as value, which the inbox wraps. The solver may switch the inbox to requests that name the
/// native constant.
contract Inbox {
    enum State {
        None,
        Open,
        Extracted,
        Withdrawn,
        Returned
    }

    struct Deposit {
        State state;
        address refundAddress;
        address token;
        uint256 amount;
        uint256 nonce;
    }

    /// @dev `State.Cancelled` of the gateway.
    uint8 private constant CANCELLED = 3;
    /// @dev The answer of an EIP-1271 account that accepts a signature.
    bytes4 private constant MAGIC = 0x1626ba7e;

    address public immutable solver;
    address public immutable gateway;
    address public immutable permit2;
    address public immutable wrappedNative;
    /// @notice True: native requests name the native constant, and the inbox does not wrap the native currency.
    bool public takesConstant;
    mapping(bytes32 => Deposit) private kept;
    /// @dev Request hashes by the Permit2 digest that extracts them.
    mapping(bytes32 => bytes32) private extractableBy;

    event SingleOutputRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request);
    event SwapRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request);
    event SingleOutputRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount);
    event SwapRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount);

    error NotTheGateway();
    error NotTheSolver();
    error WrongChain(uint256 chainId);
    error WrongGateway(address gateway);
    error WrongSender(address sender);
    error WrongRefundAddress();
    error WrongValue();
    error DeadlinePassed(uint256 deadline);
    error AlreadyCreated();
    error NotOpen();

    constructor(address solver_, address gateway_, address permit2_, address wrappedNative_) {
        solver = solver_;
        gateway = gateway_;
        permit2 = permit2_;
        wrappedNative = wrappedNative_;
    }

    /// @notice Only the gateway sends native currency here, when it returns a request's funds.
    receive() external payable {
        if (msg.sender != gateway) revert NotTheGateway();
    }

    /// @notice Switches between the two forms of a native request.
    function setTakesConstant(bool takesConstant_) external {
        if (msg.sender != solver) revert NotTheSolver();
        takesConstant = takesConstant_;
    }

    function createRequest(SingleOutputRequest calldata request, address refundAddress) external payable {
        bytes32 requestHash = open(Requests.termsOf(request), Requests.singleOutputWitness(), refundAddress);
        emit SingleOutputRequestCreated(requestHash, refundAddress, abi.encode(request));
    }

    function createRequest(SwapRequest calldata request, address refundAddress) external payable {
        bytes32 requestHash = open(Requests.termsOf(request), Requests.swapWitness(), refundAddress);
        emit SwapRequestCreated(requestHash, refundAddress, abi.encode(request));
    }

    /// @notice Pays the refund address for any caller, at any time before extraction and after a cancellation.
    function withdrawFunds(SingleOutputRequest calldata request) external {
        Deposit memory deposit = withdraw(Requests.termsOf(request));
        emit SingleOutputRequestWithdrawn(Requests.hashOf(request), deposit.refundAddress, deposit.amount);
    }

    /// @notice Pays the refund address for any caller, at any time before extraction and after a cancellation.
    function withdrawFunds(SwapRequest calldata request) external {
        Deposit memory deposit = withdraw(Requests.termsOf(request));
        emit SwapRequestWithdrawn(Requests.hashOf(request), deposit.refundAddress, deposit.amount);
    }

    /// @notice The funds of a request, and their state.
    function deposits(bytes32 requestHash)
        public
        view
        returns (State state, address refundAddress, address token, uint256 amount)
    {
        Deposit memory deposit = kept[requestHash];
        (state, token, amount) = (deposit.state, deposit.token, deposit.amount);
        if (state == State.Open && token != NATIVE && isNonceUsed(deposit.nonce)) state = State.Extracted;
        if (state == State.Extracted) {
            (uint8 atGateway,, address backToken, uint256 backAmount) = IEscrows(gateway).escrows(requestHash);
            if (atGateway == CANCELLED) (state, token, amount) = (State.Returned, backToken, backAmount);
        }
        return (state, deposit.refundAddress, token, amount);
    }

    /// @notice Lets Permit2 pull an open request's funds, for that request and the gateway alone (EIP-1271).
    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return kept[extractableBy[digest]].state == State.Open ? MAGIC : bytes4(0xffffffff);
    }

    /// @notice Sends a request's native currency to the gateway; Permit2 supports tokens only.
    function extract(bytes32 requestHash) external returns (uint256 amount) {
        if (msg.sender != gateway) revert NotTheGateway();
        Deposit memory deposit = kept[requestHash];
        if (deposit.token != NATIVE || deposit.state != State.Open) revert NotOpen();
        kept[requestHash].state = State.Extracted;
        Funds.pay(NATIVE, gateway, deposit.amount);
        return deposit.amount;
    }

    function open(Terms memory terms, string memory witnessTypes, address refundAddress) private returns (bytes32) {
        if (terms.chainId != block.chainid) revert WrongChain(terms.chainId);
        if (terms.gateway != gateway) revert WrongGateway(terms.gateway);
        if (terms.sender != address(this)) revert WrongSender(terms.sender);
        if (block.timestamp > terms.deadline) revert DeadlinePassed(terms.deadline);
        if (refundAddress == address(0)) revert WrongRefundAddress();
        if (kept[terms.requestHash].state != State.None) revert AlreadyCreated();
        bool isNative = terms.inputToken == (takesConstant ? NATIVE : wrappedNative);
        if (msg.value != (isNative ? terms.inputAmount : 0)) revert WrongValue();
        kept[terms.requestHash] =
            Deposit(State.Open, refundAddress, terms.inputToken, terms.inputAmount, terms.nonce);
        if (isNative && !takesConstant) IWrappedNative(wrappedNative).deposit{value: msg.value}();
        if (!isNative) kept[terms.requestHash].amount = Funds.take(terms.inputToken, msg.sender, terms.inputAmount);
        if (terms.inputToken != NATIVE) {
            if (Funds.allowance(terms.inputToken, permit2) == 0) {
                Funds.approve(terms.inputToken, permit2, type(uint256).max);
            }
            extractableBy[digestOf(terms, witnessTypes)] = terms.requestHash;
        }
        return terms.requestHash;
    }

    function withdraw(Terms memory terms) private returns (Deposit memory deposit) {
        (State state, address refundAddress, address token, uint256 amount) = deposits(terms.requestHash);
        if (state != State.Open && state != State.Returned) revert NotOpen();
        kept[terms.requestHash].state = State.Withdrawn;
        Funds.pay(token, refundAddress, amount);
        return Deposit(State.Withdrawn, refundAddress, token, amount, terms.nonce);
    }

    function isNonceUsed(uint256 nonce) private view returns (bool) {
        return (IPermit2State(permit2).nonceBitmap(address(this), nonce >> 8) >> (nonce & 0xff)) & 1 == 1;
    }

    /// @dev The digest that Permit2 verifies when the gateway extracts the request.
    function digestOf(Terms memory terms, string memory witnessTypes) private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,",
                witnessTypes
            )
        );
        bytes32 permitted = keccak256(
            abi.encode(
                keccak256("TokenPermissions(address token,uint256 amount)"), terms.inputToken, terms.inputAmount
            )
        );
        bytes32 message = keccak256(
            abi.encode(typeHash, permitted, gateway, terms.nonce, terms.deadline, terms.requestHash)
        );
        return keccak256(abi.encodePacked("\x19\x01", IPermit2State(permit2).DOMAIN_SEPARATOR(), message));
    }
}
