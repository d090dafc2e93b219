// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Requests, SingleOutputRequest, SwapRequest, Terms, NATIVE} from "./Requests.sol";
import {Funds} from "./Funds.sol";

/// @notice Takes requests that come as transactions (native currency, or tokens without a signature) and keeps
/// their funds until the gateway fetches them or they go back to the refund address.
contract Inbox {
    enum State {
        None,
        Open,
        Extracted,
        Withdrawn
    }

    struct Deposit {
        State state;
        address refundAddress;
        address token;
        uint256 amount;
    }

    address public immutable solver;
    address public immutable gateway;
    mapping(bytes32 => Deposit) public deposits;

    event SingleOutputRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request);
    event SwapRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request);
    event SingleOutputRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount);
    event SwapRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount);
    event RequestExtracted(bytes32 indexed requestHash, uint256 amount);

    error NotTheGateway();
    error WrongChain(uint256 chainId);
    error WrongGateway(address gateway);
    error WrongSender(address sender);
    error WrongRefundAddress();
    error WrongValue();
    error DeadlinePassed(uint256 deadline);
    error TooEarly(uint256 deadline);
    error AlreadyCreated();
    error NotOpen();

    constructor(address solver_, address gateway_) {
        solver = solver_;
        gateway = gateway_;
    }

    function createRequest(SingleOutputRequest calldata request, address refundAddress) external payable {
        bytes32 requestHash = open(Requests.termsOf(request), refundAddress);
        emit SingleOutputRequestCreated(requestHash, refundAddress, abi.encode(request));
    }

    function createRequest(SwapRequest calldata request, address refundAddress) external payable {
        bytes32 requestHash = open(Requests.termsOf(request), refundAddress);
        emit SwapRequestCreated(requestHash, refundAddress, abi.encode(request));
    }

    /// @notice Pays the refund address: anyone after the deadline, the solver at any time.
    function withdrawFunds(SingleOutputRequest calldata request) external {
        Deposit memory deposit = withdraw(Requests.termsOf(request));
        emit SingleOutputRequestWithdrawn(Requests.hashOf(request), deposit.refundAddress, deposit.amount);
    }

    /// @notice Pays the refund address: anyone after the deadline, the solver at any time.
    function withdrawFunds(SwapRequest calldata request) external {
        Deposit memory deposit = withdraw(Requests.termsOf(request));
        emit SwapRequestWithdrawn(Requests.hashOf(request), deposit.refundAddress, deposit.amount);
    }

    /// @notice Hands the funds to the gateway.
    function extract(bytes32 requestHash) external returns (address refundAddress, address token, uint256 amount) {
        if (msg.sender != gateway) revert NotTheGateway();
        Deposit memory deposit = close(requestHash, State.Extracted);
        Funds.pay(deposit.token, gateway, deposit.amount);
        emit RequestExtracted(requestHash, deposit.amount);
        return (deposit.refundAddress, deposit.token, deposit.amount);
    }

    function open(Terms memory terms, address refundAddress) private returns (bytes32) {
        if (terms.chainId != block.chainid) revert WrongChain(terms.chainId);
        if (terms.gateway != gateway) revert WrongGateway(terms.gateway);
        if (terms.sender != address(this)) revert WrongSender(terms.sender);
        if (block.timestamp > terms.deadline) revert DeadlinePassed(terms.deadline);
        if (refundAddress == address(0)) revert WrongRefundAddress();
        if (deposits[terms.requestHash].state != State.None) revert AlreadyCreated();
        bool isNative = terms.inputToken == NATIVE;
        if (msg.value != (isNative ? terms.inputAmount : 0)) revert WrongValue();
        deposits[terms.requestHash] = Deposit(State.Open, refundAddress, terms.inputToken, terms.inputAmount);
        if (!isNative) {
            deposits[terms.requestHash].amount = Funds.take(terms.inputToken, msg.sender, terms.inputAmount);
        }
        return terms.requestHash;
    }

    function withdraw(Terms memory terms) private returns (Deposit memory deposit) {
        if (block.timestamp <= terms.deadline && msg.sender != solver) revert TooEarly(terms.deadline);
        deposit = close(terms.requestHash, State.Withdrawn);
        Funds.pay(deposit.token, deposit.refundAddress, deposit.amount);
    }

    function close(bytes32 requestHash, State state) private returns (Deposit memory deposit) {
        deposit = deposits[requestHash];
        if (deposit.state != State.Open) revert NotOpen();
        deposits[requestHash].state = state;
    }
}
