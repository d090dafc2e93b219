// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// @notice A price in dollars in the form of Chainlink's aggregators. Its deployer sets and silences it.
contract PriceFeed {
    uint8 public constant decimals = 8;

    address private immutable keeper;
    int256 private price;
    uint256 private ageSeconds;
    uint80 private round;
    bool private isSilent;

    error Silent();

    constructor(int256 price_) {
        keeper = msg.sender;
        price = price_;
        round = 1;
    }

    /// @dev The price keeps this age, however much time passes: an idle chain must not become stale.
    function tell(int256 price_, uint256 ageSeconds_) external {
        require(msg.sender == keeper, "not the keeper");
        price = price_;
        ageSeconds = ageSeconds_;
        isSilent = false;
        round += 1;
    }

    function silence() external {
        require(msg.sender == keeper, "not the keeper");
        isSilent = true;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        if (isSilent) revert Silent();
        uint256 updatedAt = block.timestamp - ageSeconds;
        return (round, price, updatedAt, updatedAt, round);
    }
}
